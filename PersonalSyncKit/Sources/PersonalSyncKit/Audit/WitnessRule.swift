import HubContracts
import ToolboxCrypto

/// A place in the Hub's audit chain that this store has checked.
struct AuditMark: Sendable, Equatable {
  var size: Int64
  /// Of entry `size`.
  var link: [UInt8]

  /// Before the first entry: every chain begins with it.
  static let start = AuditMark(size: 0, link: AuditChain.start)
}

/// What is wrong with the audit chain that the Hub shows; the store and its records are not touched by
/// it, and synchronising goes on.
public enum AuditAlarm: String, Sendable, CaseIterable {
  /// The chain is another one than this device has seen: an entry was changed, or there are two chains.
  case forked
  /// Entries that this device has seen are gone, and the Hub does not say that it was restored.
  case shortened
  /// What the Hub shows is not signed with the key that this store knows it by.
  case unsigned
  /// The Hub no longer shows the chain, or not what would prove it.
  case withheld
}

/// Decides what a newly offered checkpoint means beside the last one that was checked (LOG-06, LOG-07).
///
/// Pure: no disk, no network.
enum WitnessRule {
  enum Verdict: Equatable {
    case unchanged
    /// The first that this store sees: there is nothing to compare it with.
    case first
    /// It has to be proved that the offered chain goes on from `mark`. Where that succeeds, the entries
    /// `lost` that were seen before went with a restore of the Hub; nil where none did.
    case prove(from: AuditMark, lost: ClosedRange<Int64>?)
    case alarm(AuditAlarm)
  }

  /// - `kept` is nil before the first checkpoint; `marks` are places of the kept chain.
  static func judge(
    _ offered: AuditCheckpoint, beside kept: AuditCheckpoint?, _ marks: [AuditMark]
  ) -> Verdict {
    guard let kept else { return .first }
    guard offered.epoch >= kept.epoch else { return .alarm(.shortened) }
    if let survived = offered.epochs.kept(since: kept.epoch), survived < kept.size {
      // The Hub says, signed, that it was restored to what it was at entry `survived`.
      let base = marks.filter { $0.size <= survived }.max { $0.size < $1.size } ?? .start
      return .prove(from: base, lost: survived + 1...kept.size)
    }
    if offered.size < kept.size { return .alarm(.shortened) }
    if offered.size == kept.size {
      return offered.link == kept.link ? .unchanged : .alarm(.forked)
    }
    return .prove(from: AuditMark(size: kept.size, link: kept.link), lost: nil)
  }

  /// The places worth keeping of a chain of `size`: the oldest in each doubling of the way back, so that
  /// a few dozen reach over any length, and one is near wherever a restore may go back to.
  static func thinned(_ marks: [AuditMark], size: Int64) -> [AuditMark] {
    var oldest: [Int: AuditMark] = [:]
    for mark in marks where mark.size <= size {
      let bucket = Int64.bitWidth - (size - mark.size).leadingZeroBitCount
      if let other = oldest[bucket], other.size <= mark.size { continue }
      oldest[bucket] = mark
    }
    return oldest.values.sorted { $0.size < $1.size }
  }

  /// The mark that follows from `mark` by these commitments, in order.
  static func mark(after mark: AuditMark, by commitments: [[UInt8]]) -> AuditMark {
    var mark = mark
    for commitment in commitments {
      mark.size += 1
      mark.link = SHA256.hash(
        AuditChain.linkBytes(previous: mark.link, number: mark.size, commitment: commitment))
    }
    return mark
  }
}

extension SignedCheckpoint {
  /// Whether the Hub that the store knows has signed this, of the account.
  func isSigned(for account: PersonalSyncAccount) -> Bool {
    checkpoint.hub == account.hub && checkpoint.account == account.account
      && account.hubKey.isValid(signature, over: checkpoint.text)
  }
}
