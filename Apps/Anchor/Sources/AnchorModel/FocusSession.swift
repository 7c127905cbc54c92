/// One stretch of focus: the plan, the time really spent, and what it was for.
///
/// Always true, whoever made the value:
/// - Every instant is a whole second, so that banked seconds add up and no pause loses a fraction.
/// - A session does not end before it starts.
/// - Facts only: no words, no plan, no pauses, and it neither runs nor is paused here.
public struct FocusSession: Equatable, Sendable, Identifiable {
  /// Where a session stands.
  ///
  /// Time is never counted up: it follows from the clock when asked.
  public enum Phase: Equatable, Sendable {
    case running(since: Instant)
    case paused(since: Instant)
    /// The reason is nil where only facts say that the session was not completed.
    case finished(at: Instant, reason: EndReason?)
    /// Not ended yet on another device; facts do not say whether it runs there.
    case openElsewhere
  }

  public enum EndReason: String, Equatable, Sendable, CaseIterable {
    case completed, endedEarly, abandoned
  }

  /// A pause that is over.
  public struct Pause: Equatable, Sendable {
    public let from: Instant
    public let to: Instant

    /// Nil where `to` is before `from`; both lose their fraction of a second.
    public init?(from: Instant, to: Instant) {
      guard to >= from else { return nil }
      self.from = from.wholeSecond
      self.to = to.wholeSecond
    }
  }

  /// The shortest and the longest plan; 0 means an open end.
  public static let plannedSecondsAllowed = 5 * 60...180 * 60
  /// The longest span that can be logged or imported: a day.
  public static let recordedSecondsMax = 86_400
  /// Pauses past this many still bank their time; only where they were is not kept.
  public static let pausesMax = 500
  /// Ten years; more than any clock fault should be able to bank.
  public static let focusedSecondsMax = 315_360_000

  public let id: SessionID
  public internal(set) var startedAt: Instant
  /// 0 for an open end.
  public internal(set) var plannedSeconds: Int
  /// Seconds of focus up to the last start, pause or end; all of them once finished.
  public internal(set) var bankedSeconds: Int
  public internal(set) var phase: Phase
  /// In the order they were made.
  public internal(set) var pauses: [Pause]
  public internal(set) var words: SessionWords
  public let importBatch: ImportBatchID?
  public internal(set) var detail: KnownDetail

  /// A session as it was stored; fractions of seconds are cut off.
  ///
  /// Nil where the values break a rule of the type, which is damage and not a wish.
  public init?(
    id: SessionID, startedAt: Instant, plannedSeconds: Int = 0, bankedSeconds: Int, phase: Phase,
    pauses: [Pause] = [], words: SessionWords = .none, importBatch: ImportBatchID? = nil,
    detail: KnownDetail = .full
  ) {
    self.init(
      holding: id, startedAt: startedAt.wholeSecond, plannedSeconds: plannedSeconds,
      bankedSeconds: bankedSeconds, phase: phase.onWholeSecond, pauses: pauses, words: words,
      importBatch: importBatch, detail: detail)
    guard keepsItsRules else { return nil }
  }

  init(
    holding id: SessionID, startedAt: Instant, plannedSeconds: Int, bankedSeconds: Int,
    phase: Phase, pauses: [Pause] = [], words: SessionWords = .none,
    importBatch: ImportBatchID? = nil, detail: KnownDetail = .full
  ) {
    self.id = id
    self.startedAt = startedAt
    self.plannedSeconds = plannedSeconds
    self.bankedSeconds = bankedSeconds
    self.phase = phase
    self.pauses = pauses
    self.words = words
    self.importBatch = importBatch
    self.detail = detail
  }

  /// Whether it runs or is paused on this device.
  public var isActive: Bool {
    switch phase {
    case .running, .paused: true
    case .finished, .openElsewhere: false
    }
  }

  public var isFinished: Bool { endedAt != nil }

  public var isCompleted: Bool { endReason == .completed }

  public var endedAt: Instant? {
    guard case .finished(let end, _) = phase else { return nil }
    return end
  }

  public var endReason: EndReason? {
    guard case .finished(_, let reason) = phase else { return nil }
    return reason
  }

  /// Seconds of focus as of `now`: what is banked, and what has run since.
  ///
  /// Never negative and never less than what is banked, also where the clock was set back; stops
  /// at the plan, which is where the session ends whether anyone looked or not.
  public func focusedSeconds(at now: Instant) -> Int {
    guard case .running(let since) = phase else { return bankedSeconds }
    let run = bankedSeconds + max(0, now.seconds(since: since))
    let end = plannedSeconds == 0 ? Self.focusedSecondsMax : plannedSeconds
    return max(bankedSeconds, min(run, end))
  }

  /// Seconds left of the plan as of `now`, 0 once it is met; nil for an open end.
  public func remainingSeconds(at now: Instant) -> Int? {
    plannedSeconds == 0 ? nil : max(0, plannedSeconds - focusedSeconds(at: now))
  }

  /// The instant at which a running session meets its plan; nil while paused, and for an open end.
  public var plannedEnd: Instant? {
    guard case .running(let since) = phase, plannedSeconds > 0 else { return nil }
    return max(startedAt, since.adding(seconds: plannedSeconds - bankedSeconds))
  }

  private var keepsItsRules: Bool {
    guard (0...Self.focusedSecondsMax).contains(bankedSeconds),
      (0...Self.focusedSecondsMax).contains(plannedSeconds), pauses.count <= Self.pausesMax,
      endedAt.map({ $0 >= startedAt }) ?? true
    else { return false }
    switch detail {
    case .full: return true
    case .factsOnly:
      return words == .none && plannedSeconds == 0 && pauses.isEmpty && !isActive
    }
  }
}

extension FocusSession.Phase {
  /// The name in `--json` output and in exports; never renamed, never reused.
  package var code: String {
    switch self {
    case .running: "running"
    case .paused: "paused"
    case .finished: "finished"
    case .openElsewhere: "open_elsewhere"
    }
  }

  var onWholeSecond: Self {
    switch self {
    case .running(let since): .running(since: since.wholeSecond)
    case .paused(let since): .paused(since: since.wholeSecond)
    case .finished(let end, let reason): .finished(at: end.wholeSecond, reason: reason)
    case .openElsewhere: .openElsewhere
    }
  }
}
