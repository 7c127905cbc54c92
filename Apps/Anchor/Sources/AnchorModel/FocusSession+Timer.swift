/// What a person asks for when starting a session.
public struct SessionStart: Equatable, Sendable {
  public var id: SessionID
  /// Now, or earlier for something that is "still happening".
  public var startedAt: Instant
  /// 0 for an open end, else within ``FocusSession/plannedSecondsAllowed``.
  public var plannedSeconds: Int
  public var words: SessionWords

  public init(id: SessionID, startedAt: Instant, plannedSeconds: Int, words: SessionWords) {
    self.id = id
    self.startedAt = startedAt
    self.plannedSeconds = plannedSeconds
    self.words = words
  }
}

/// A new session, and the one that it ended.
public struct StartedSession: Equatable, Sendable {
  public let started: FocusSession
  /// The session that was active, as it ended; nil where none was.
  public let ended: FocusSession?
  /// What the store writes, and what an ``UndoStep`` takes back.
  public let changes: [SessionChange]
}

/// The timer. Each step first lets a plan that was met while nobody looked take effect.
extension FocusSession {
  /// Starts a session; one that was active ends at the new one's start.
  ///
  /// A start that is dated back to before the other was started, paused or resumed would take
  /// focus from it: then the other ends at `now`, and the overlap shows.
  ///
  /// - Parameters:
  ///   - start: the wish.
  ///   - active: the session that runs or is paused now; one that is not active is left as it is.
  ///   - now: the clock.
  /// - Returns: what to write in one transaction.
  /// - Throws: ``SessionRefusal/planOutOfRange(seconds:)``, and
  ///   ``SessionRefusal/timesRefused(_:)`` for a start after `now`.
  public static func start(
    _ start: SessionStart, ending active: FocusSession?, now: Instant
  ) throws(SessionRefusal) -> StartedSession {
    guard start.plannedSeconds == 0 || plannedSecondsAllowed.contains(start.plannedSeconds) else {
      throw .planOutOfRange(seconds: start.plannedSeconds)
    }
    guard start.startedAt <= now else {
      throw .timesRefused(.inFuture(start.startedAt, now: now))
    }
    var ended: FocusSession?
    var changes: [SessionChange] = []
    if let active, active.isActive {
      var ending = active
      try ending.finish(at: active.lastTurn <= start.startedAt ? start.startedAt : now)
      ended = ending
      changes.append(.changed(from: active, to: ending))
    }
    let beginning = start.startedAt.wholeSecond
    let started = FocusSession(
      holding: start.id, startedAt: beginning, plannedSeconds: start.plannedSeconds,
      bankedSeconds: 0, phase: .running(since: beginning), words: start.words)
    changes.append(.added(started))
    return StartedSession(started: started, ended: ended, changes: changes)
  }

  /// The active session among `sessions`: of several, the one that was started last.
  ///
  /// Several can be active after two devices each started one while offline.
  public static func active(among sessions: some Sequence<FocusSession>) -> FocusSession? {
    sessions.filter(\.isActive).max { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }
  }

  /// Ends a running session whose plan was met by `now`, at the very second of the plan.
  ///
  /// Safe to repeat, and however late: after a night asleep the session still ends on its second.
  public mutating func settle(at now: Instant) {
    guard case .running(let since) = phase, let plannedEnd,
      bankedSeconds + max(0, now.seconds(since: since)) >= plannedSeconds
    else { return }
    bankedSeconds = max(bankedSeconds, plannedSeconds)
    phase = .finished(at: plannedEnd, reason: .completed)
  }

  /// Stops the clock and banks what has run.
  ///
  /// - Throws: ``SessionRefusal/alreadyPaused(since:)``; ``SessionRefusal/alreadyFinished(at:)``,
  ///   also where the plan was met before `now`; ``SessionRefusal/factsOnly(_:)``.
  public mutating func pause(at now: Instant) throws(SessionRefusal) {
    switch settled(at: now).phase {
    case .running:
      bankedSeconds = focusedSeconds(at: now)
      phase = .paused(since: now.wholeSecond)
    case .paused(let since): throw .alreadyPaused(since: since)
    case .finished(let end, _): throw .alreadyFinished(at: end)
    case .openElsewhere: throw .factsOnly(id)
    }
  }

  /// Lets the clock run again.
  ///
  /// - Throws: ``SessionRefusal/alreadyRunning(since:)``; ``SessionRefusal/alreadyFinished(at:)``,
  ///   also where the plan was met before `now`; ``SessionRefusal/factsOnly(_:)``.
  public mutating func resume(at now: Instant) throws(SessionRefusal) {
    switch settled(at: now).phase {
    case .paused(let since):
      keepPause(from: since, to: now)
      phase = .running(since: now.wholeSecond)
    case .running(let since): throw .alreadyRunning(since: since)
    case .finished(let end, _): throw .alreadyFinished(at: end)
    case .openElsewhere: throw .factsOnly(id)
    }
  }

  /// Ends the session.
  ///
  /// Without a reason it means "done": completed where the end was open, else ended early. A session
  /// that met its plan is completed, and ended on that second, whatever was asked.
  ///
  /// - Throws: ``SessionRefusal/alreadyFinished(at:)`` where it was ended before, which does not
  ///   include a plan that was met while nobody looked; ``SessionRefusal/factsOnly(_:)``.
  public mutating func finish(
    at now: Instant, asked: EndReason? = nil
  ) throws(SessionRefusal) {
    switch phase {
    case .finished(let end, _): throw .alreadyFinished(at: end)
    case .openElsewhere: throw .factsOnly(id)
    case .running, .paused: settle(at: now)
    }
    if isFinished { return }
    if case .paused(let since) = phase { keepPause(from: since, to: now) }
    bankedSeconds = focusedSeconds(at: now)
    let isPlanMet = plannedSeconds > 0 && bankedSeconds >= plannedSeconds
    let reason = asked ?? (plannedSeconds == 0 ? .completed : .endedEarly)
    phase = .finished(
      at: max(startedAt, now.wholeSecond), reason: isPlanMet ? .completed : reason)
  }

  func settled(at now: Instant) -> FocusSession {
    var copy = self
    copy.settle(at: now)
    return copy
  }

  /// When it was last started, resumed, paused or ended.
  private var lastTurn: Instant {
    switch phase {
    case .running(let since), .paused(let since): since
    case .finished(let end, _): end
    case .openElsewhere: startedAt
    }
  }

  /// Leaves out a pause that a clock set back would turn around.
  private mutating func keepPause(from start: Instant, to end: Instant) {
    guard pauses.count < Self.pausesMax, let pause = Pause(from: start, to: end) else { return }
    pauses.append(pause)
  }
}
