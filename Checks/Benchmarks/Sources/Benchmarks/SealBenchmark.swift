import HubContracts
import PersonalSyncSealed
import PersonalSyncTesting
import ToolboxCrypto

/// How many details of 300 bytes are sealed and opened in a second, by one thread.
struct SealBenchmark {
  /// What one thread has to do in a second, so that sealing is not what a sync waits for.
  private static let must = 150_000.0
  private static let records = 20_000
  private static let rounds = 5

  func run(_ report: inout Report) throws {
    report.title("Sealed details of 300 bytes, one thread")
    let random = SystemRandom()
    guard let hub = HubID(random.uuid()), let account = AccountID(random.uuid()) else {
      preconditionFailure("random.uuid() writes a lower-case UUID")
    }
    let key = RootKey(random: random)
      .domainKey(SealingScope(hub: hub, account: account, domain: .anchor), epoch: .first)
    let detail = random.bytes(300)
    let places = (0..<Self.records).map {
      RecordPlace(
        record: RecordID(type: "focusSession", uuid: random.uuid()), type: "focusSession",
        modifiedAt: Stamp(milliseconds: 1_796_025_600_000 + Int64($0)))
    }
    var sealed: [String] = []
    let sealing = try (0..<Self.rounds).map { _ in
      sealed = []
      sealed.reserveCapacity(places.count)
      return try Rate.of {
        for place in places { sealed.append(try key.seal(detail, in: place, random: random)) }
        return sealed.count
      }
    }
    let opening = try (0..<Self.rounds).map { _ in
      try Rate.of {
        var same = 0
        for (text, place) in zip(sealed, places) {
          same += try key.open(text, in: place).count == detail.count ? 1 : 0
        }
        return same
      }
    }
    report.line("seal", median(sealing), "records/s")
    report.line("open", median(opening), "records/s")
    report.ratio("seal, of 150,000 records/s", median(sealing) / Self.must, mustReach: 1)
    report.ratio("open, of 150,000 records/s", median(opening) / Self.must, mustReach: 1)
  }
}
