import HubContracts
import PersonalSyncKit
import ToolboxCrypto

/// How fast a record becomes canonical bytes and a fingerprint, and bytes a record.
struct CodecBenchmark {
  private static let records = 200_000

  func run(_ report: inout Report) throws {
    report.title("A record's bytes, one thread")
    let start = Minute(number: 29_000_000)
    let facts = (0..<1_000).map {
      FocusSessionFacts(
        startedAt: start, endedAt: Minute(number: start.number + Int64($0)),
        focusedMinutes: $0, completed: true)
    }
    let bodies = facts.map(Self.body)
    report.line("encode", megabytes { Self.body(facts[$0 % 1_000]).count }, "MB/s")
    report.line(
      "fingerprint (SHA-256)",
      megabytes { index in
        let body = bodies[index % 1_000]
        return SHA256.hash(body).isEmpty ? 0 : body.count
      }, "MB/s")
    report.line(
      "encode and fingerprint",
      megabytes { index in
        let body = Self.body(facts[index % 1_000])
        return SHA256.hash(body).isEmpty ? 0 : body.count
      }, "MB/s")
    let read = try megabytesOf { index in
      let body = bodies[index % 1_000]
      return try RecordBody.read(body, domain: .anchor).facts.isEmpty ? 0 : body.count
    }
    report.line("read and check", read, "MB/s")
  }

  private static func body(_ facts: FocusSessionFacts) -> [UInt8] {
    RecordBody(type: "focusSession", facts: FocusSessionFacts.contract.encode(facts)).canonical
  }

  private func megabytes(_ body: (Int) -> Int) -> Double { megabytesOf(body) }

  private func megabytesOf(_ body: (Int) throws -> Int) rethrows -> Double {
    let bytes = try Rate.of {
      var total = 0
      for index in 0..<Self.records { total += try body(index) }
      return total
    }
    return bytes.perSecond / 1e6
  }
}
