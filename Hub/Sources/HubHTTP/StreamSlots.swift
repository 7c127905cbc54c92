import HubContracts
import HubCore
import ToolboxLocks

/// How many streams may be open at once.
public struct StreamLimits: Sendable {
  /// Of one session: one for each of an app's processes, and some that are not yet known to be dead.
  public var perSession: Int
  /// Of one account, over all its sessions: some dozens of apps and devices have room.
  public var perAccount: Int
  /// Of the whole Hub; below what its server holds, so that other requests still find room.
  public var inAll: Int

  public init(perSession: Int = 4, perAccount: Int = 256, inAll: Int = 8_500) {
    self.perSession = perSession
    self.perAccount = perAccount
    self.inAll = inAll
  }

  public static let retryAfterSeconds = 60
}

/// Counts open streams.
///
/// A lock and not an actor: a slot is given back where its stream is let go.
public final class StreamSlots: Sendable {
  private struct Taken: Sendable {
    var inAll = 0
    var bySession: [SessionID: Int] = [:]
    var byAccount: [AccountNumber: Int] = [:]
  }

  private let limits: StreamLimits
  private let taken = Locked(Taken())

  public init(_ limits: StreamLimits) { self.limits = limits }

  /// A place that lasts as long as the value; nil where there is none.
  public func take(for session: SessionID, of account: AccountNumber) -> Slot? {
    let limits = limits
    let hasRoom = taken.withLock { taken in
      let own = taken.bySession[session, default: 0]
      let ofAccount = taken.byAccount[account, default: 0]
      guard taken.inAll < limits.inAll, own < limits.perSession, ofAccount < limits.perAccount
      else { return false }
      taken.inAll += 1
      taken.bySession[session] = own + 1
      taken.byAccount[account] = ofAccount + 1
      return true
    }
    return hasRoom ? Slot(owner: self, session: session, account: account) : nil
  }

  private func free(_ session: SessionID, of account: AccountNumber) {
    taken.withLock { taken in
      taken.inAll -= 1
      let left = taken.bySession[session, default: 1] - 1
      taken.bySession[session] = left > 0 ? left : nil
      let leftOfAccount = taken.byAccount[account, default: 1] - 1
      taken.byAccount[account] = leftOfAccount > 0 ? leftOfAccount : nil
    }
  }

  public final class Slot: Sendable {
    private let owner: StreamSlots
    private let session: SessionID
    private let account: AccountNumber

    fileprivate init(owner: StreamSlots, session: SessionID, account: AccountNumber) {
      self.owner = owner
      self.session = session
      self.account = account
    }

    deinit { owner.free(session, of: account) }
  }
}
