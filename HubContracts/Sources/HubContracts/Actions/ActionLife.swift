/// What becomes of one action, whoever asks and whenever (docs/protocol/actions.md, "Life").
///
/// Pure: no clock and no disk. The Hub's storage and the tests' Hub hold one each and save what it says.
/// Times are milliseconds since 1970 UTC by the Hub's clock.
public struct ActionLife: Sendable, Equatable {
  public enum Event: Sendable, Equatable {
    case approve
    case decline
    case cancel
    /// A session's app wants to do it.
    case lease(SessionID)
    /// A session's app says what it did, under the fencing number that it was given.
    case receipt(SessionID, fence: Int64, isApplied: Bool)
    /// The person wants it taken back.
    case requestUndo
    /// What became of that.
    case undoEnded(isUndone: Bool)
  }

  public enum Answer: Sendable, Equatable {
    case changed
    /// It was so already: the same was asked before.
    case same
    case refused(Refusal)
  }

  public enum Refusal: Sendable, Equatable {
    /// It has ended, or is not that far.
    case over
    /// Another session's app has it.
    case held
    /// Somebody has to approve it first, or its delay has not passed.
    case notYet
    /// The receipt is not of the newest lease, or not of the session that has that (ACT-04).
    case leaseLost
  }

  /// How long an app may keep an action without saying what it did with it.
  public static let leaseMilliseconds: Int64 = 60_000

  public private(set) var state: ActionState
  /// Rises with each lease; 0 before the first.
  public private(set) var fence: Int64
  /// Who had the last lease.
  public private(set) var holder: SessionID?
  /// When the last lease ends; of no meaning without ``holder``.
  public private(set) var leaseEndsAtMilliseconds: Int64
  /// Before then no app gets it.
  public private(set) var notBeforeMilliseconds: Int64
  public let expiresAtMilliseconds: Int64
  private let risk: ActionRisk

  /// An action of `contract` that is proposed now.
  ///
  /// One of low risk needs nobody's approval, unless who proposes it says otherwise of all that it does.
  public init(of contract: ActionContract, at now: Int64, needsApproval: Bool = false) {
    state = contract.risk == .low && !needsApproval ? .queued : .proposed
    fence = 0
    leaseEndsAtMilliseconds = 0
    notBeforeMilliseconds = now
    expiresAtMilliseconds = now + contract.lifetimeMinutes * 60_000
    risk = contract.risk
  }

  /// An action as storage keeps it.
  public init(
    _ state: ActionState, _ risk: ActionRisk, fence: Int64, holder: SessionID?,
    leaseEndsAtMilliseconds: Int64, notBeforeMilliseconds: Int64, expiresAtMilliseconds: Int64
  ) {
    self.state = state
    self.risk = risk
    self.fence = fence
    self.holder = holder
    self.leaseEndsAtMilliseconds = leaseEndsAtMilliseconds
    self.notBeforeMilliseconds = notBeforeMilliseconds
    self.expiresAtMilliseconds = expiresAtMilliseconds
  }

  /// Whether its time is over and nobody may still be doing it.
  public func isOver(at now: Int64) -> Bool {
    guard now >= expiresAtMilliseconds else { return false }
    switch state {
    case .proposed, .queued: return true
    case .leased: return now >= leaseEndsAtMilliseconds
    case .applied, .declined, .cancelled, .rejected, .expired, .undoRequested, .undone,
      .undoRefused:
      return false
    }
  }

  /// Lets the time that has passed take effect, and says whether it had one.
  ///
  /// To be called before each event.
  public mutating func settle(at now: Int64) -> Bool {
    guard isOver(at: now) else { return false }
    state = .expired
    return true
  }

  /// Lets `session` speak for the holder, whose store has signed in anew since its lease.
  ///
  /// To be called only once the holder's own session has ended: of two that live, one is a copy.
  public mutating func passLease(to session: SessionID) { holder = session }

  public mutating func handle(_ event: Event, at now: Int64) -> Answer {
    switch event {
    case .approve: approve(at: now)
    case .decline: move(from: .proposed, to: .declined)
    case .cancel: cancel(at: now)
    case .lease(let session): lease(session, at: now)
    case .receipt(let session, let fence, let isApplied): receive(session, fence, isApplied)
    case .requestUndo: requestUndo()
    case .undoEnded(let isUndone):
      move(from: .undoRequested, to: isUndone ? .undone : .undoRefused)
    }
  }

  private mutating func move(from old: ActionState, to new: ActionState) -> Answer {
    if state == new { return .same }
    guard state == old else { return .refused(.over) }
    state = new
    return .changed
  }

  private mutating func approve(at now: Int64) -> Answer {
    switch state {
    case .proposed:
      state = .queued
      notBeforeMilliseconds =
        now + (risk == .high ? ActionContract.highRiskDelaySeconds * 1_000 : 0)
      return .changed
    case .queued, .leased: return .same
    case .applied, .declined, .cancelled, .rejected, .expired, .undoRequested, .undone,
      .undoRefused:
      return .refused(.over)
    }
  }

  /// What an app may be doing is not taken from under it.
  private mutating func cancel(at now: Int64) -> Answer {
    switch state {
    case .cancelled: return .same
    case .leased where now < leaseEndsAtMilliseconds: return .refused(.held)
    case .proposed, .queued, .leased:
      state = .cancelled
      return .changed
    case .applied, .declined, .rejected, .expired, .undoRequested, .undone, .undoRefused:
      return .refused(.over)
    }
  }

  /// A lease that ran out, and one of the same session, may be had anew: under a higher number.
  private mutating func lease(_ session: SessionID, at now: Int64) -> Answer {
    switch state {
    case .proposed: return .refused(.notYet)
    case .queued where now < notBeforeMilliseconds: return .refused(.notYet)
    case .leased where now < leaseEndsAtMilliseconds && holder != session: return .refused(.held)
    case .queued, .leased:
      guard now < expiresAtMilliseconds else { return .refused(.over) }
      state = .leased
      fence += 1
      holder = session
      leaseEndsAtMilliseconds = now + Self.leaseMilliseconds
      return .changed
    case .applied, .declined, .cancelled, .rejected, .expired, .undoRequested, .undone,
      .undoRefused:
      return .refused(.over)
    }
  }

  /// What the holder of the newest lease says it did is what happened, also where it comes late.
  private mutating func receive(
    _ session: SessionID, _ fence: Int64, _ isApplied: Bool
  ) -> Answer {
    guard session == holder, fence == self.fence else { return .refused(.leaseLost) }
    switch state {
    case .leased, .expired, .cancelled:
      state = isApplied ? .applied : state == .leased ? .rejected : state
      return state == .applied || state == .rejected ? .changed : .same
    case .applied, .undoRequested, .undone, .undoRefused: return isApplied ? .same : .refused(.over)
    case .rejected: return isApplied ? .refused(.over) : .same
    case .proposed, .queued, .declined: return .refused(.over)
    }
  }

  private mutating func requestUndo() -> Answer {
    switch state {
    case .applied:
      state = .undoRequested
      return .changed
    case .undoRequested, .undone: return .same
    case .proposed, .queued, .leased, .declined, .cancelled, .rejected, .expired, .undoRefused:
      return .refused(.over)
    }
  }
}
