import HubContracts
import PersonalSyncSealed
import ToolboxCrypto

/// The keys of one domain's details that this device holds, while a pass uses them.
struct DetailKeys: Sendable, Equatable {
  private let keys: [DomainKey]
  private let newest: DomainKey

  /// Nil where there are none.
  init?(_ keys: [DomainKey]) {
    guard let newest = keys.max(by: { $0.epoch < $1.epoch }) else { return nil }
    self.keys = keys
    self.newest = newest
  }

  /// Throws ``SealedFault/tooLarge`` alone.
  func seal(
    _ detail: [UInt8], in place: RecordPlace, random: any RandomBytes
  ) throws(SealedFault) -> String {
    try newest.seal(detail, in: place, random: random)
  }

  /// Nil where none of the keys opens it; it is kept as it came then.
  func open(_ text: String, in place: RecordPlace) -> [UInt8]? {
    do throws(SealedFault) {
      let envelope = try SealedEnvelope(text: text)
      return try keys.first { $0.epoch == envelope.epoch }?.open(envelope, in: place)
    } catch { return nil }
  }
}
