/// A day as it was planned beside the day as it was lived; no score.
///
/// Source: docs/decisions/0059-what-a-plan-asks-and-what-a-review-says.md.
public struct DayReview: Equatable, Sendable {
  /// Why a block is listed as having gone otherwise.
  public enum Gap: Equatable, Sendable {
    /// Lived so many seconds longer, or shorter where negative, than planned.
    case variance(seconds: Int)
    case skipped
    /// Still open though the day is over.
    case notDone
    /// Done, and nothing says how long it took.
    case durationUnknown
    /// A session of it was given up.
    case abandoned
    /// As planned, but the person named a cause.
    case explained
  }

  public struct Row: Equatable, Sendable {
    public let block: PlanBlock
    public let sessions: [FocusSession]
    /// The focus of its sessions, else what the person said; nil where nobody knows.
    public let livedSeconds: Int?
    public let gap: Gap?
    /// Of a gap; ``ReviewNotes/Cause/unknown`` where the person named none.
    public let cause: ReviewNotes.Cause?
  }

  public enum Suggestion: Equatable, Sendable {
    /// Blocks whose length is known took so many percent longer, all together.
    case allowMore(percent: Int)
    /// So many minutes were planned and neither done nor begun.
    case planLess(minutes: Int)
    /// So many blocks are done and nobody knows how long they took.
    case timeThem(blocks: Int)
    /// So many gaps came from outside.
    case guardTime(gaps: Int)
  }

  /// A gap is listed from five minutes on.
  public static let varianceSecondsMin = 300
  public static let suggestionsMax = 3

  public let day: Day
  /// By start; without what was moved to another day, unless the person named a cause.
  public let rows: [Row]
  /// Sessions of the day that belong to no block.
  public let beside: [FocusSession]
  public let suggestions: [Suggestion]

  /// Compares the blocks of a day with its finished sessions.
  ///
  /// A session belongs to the block of its title; of several such blocks to the one that starts nearest.
  public init(
    _ plan: PlanDay, sessions: [FocusSession], notes: ReviewNotes?, isOver: Bool,
    startMinute: (FocusSession) -> Int
  ) {
    var own: [PlanBlockID: [FocusSession]] = [:]
    var beside: [FocusSession] = []
    for session in sessions where session.isFinished {
      if let block = Self.block(of: session, at: startMinute(session), plan) {
        own[block.id, default: []].append(session)
      } else {
        beside.append(session)
      }
    }
    day = plan.day
    self.beside = beside
    let rows = plan.blocks.map { block in
      Self.row(block, own[block.id] ?? [], notes?.causes[block.id], isOver: isOver)
    }.filter { $0.block.staysOnItsDay || $0.gap != nil }
    self.rows = rows
    suggestions = Self.suggestions(rows)
  }

  /// Nil for a block that is none of the rows.
  public func row(of block: PlanBlock) -> Row? { rows.first { $0.block.id == block.id } }

  public var gaps: [Row] { rows.filter { $0.gap != nil } }

  public var plannedSeconds: Int {
    rows.filter(\.block.staysOnItsDay).reduce(0) { $0 + $1.block.times.minutes * 60 }
  }

  /// Of blocks and beside them, as far as anybody knows; nil where nobody knows anything.
  public var livedSeconds: Int? {
    let known = rows.compactMap(\.livedSeconds) + beside.map(\.bankedSeconds)
    return known.isEmpty ? nil : known.reduce(0, +)
  }

  private static func block(
    of session: FocusSession, at minute: Int, _ plan: PlanDay
  ) -> PlanBlock? {
    if session.words.title.isEmpty { return nil }
    func distance(_ block: PlanBlock) -> Int {
      block.times.startMinute.map { abs($0 - minute) } ?? 1_440
    }
    return plan.blocks.filter { $0.staysOnItsDay && $0.words.names(session.words.title) }
      .min { (distance($0), $0.id) < (distance($1), $1.id) }
  }

  private static func row(
    _ block: PlanBlock, _ sessions: [FocusSession], _ named: ReviewNotes.Cause?, isOver: Bool
  ) -> Row {
    let focus = sessions.isEmpty ? nil : sessions.reduce(0) { $0 + $1.bankedSeconds }
    var said: Int?
    if case .done(let span?) = block.outcome { said = span.seconds }
    let lived = focus ?? said
    let gap =
      Self.gap(of: block, lived: lived, sessions, isOver: isOver)
      ?? (named == nil ? nil : .explained)
    return Row(
      block: block, sessions: sessions, livedSeconds: lived, gap: gap,
      cause: gap == nil ? nil : named ?? .unknown)
  }

  private static func gap(
    of block: PlanBlock, lived: Int?, _ sessions: [FocusSession], isOver: Bool
  ) -> Gap? {
    let isAbandoned = sessions.contains { $0.endReason == .abandoned }
    switch block.outcome {
    case .skipped: return .skipped
    case .moved: return nil
    case .open where isAbandoned: return .abandoned
    case .open where lived == nil: return isOver ? .notDone : nil
    case .open where !isOver: return nil
    case .done where lived == nil: return .durationUnknown
    case .done, .open:
      if isAbandoned { return .abandoned }
      let variance = (lived ?? 0) - block.times.minutes * 60
      return abs(variance) >= varianceSecondsMin ? .variance(seconds: variance) : nil
    }
  }

  /// In the order of what helps most, at most ``suggestionsMax``.
  private static func suggestions(_ rows: [Row]) -> [Suggestion] {
    var found: [Suggestion] = []
    let known = rows.filter { $0.block.isDone && $0.livedSeconds != nil }
    let planned = known.reduce(0) { $0 + $1.block.times.minutes * 60 }
    let lived = known.reduce(0) { $0 + ($1.livedSeconds ?? 0) }
    // One block that ran over says little about how well a person estimates.
    if known.count >= 2, planned > 0, lived * 4 >= planned * 5 {
      found.append(.allowMore(percent: (lived - planned) * 100 / planned))
    }
    let left = rows.filter { $0.gap == .notDone || $0.gap == .skipped }
    if left.count >= 2 {
      found.append(.planLess(minutes: left.reduce(0) { $0 + $1.block.times.minutes }))
    }
    let outside = rows.filter { $0.cause == .externalInterruption }.count
    if outside >= 2 { found.append(.guardTime(gaps: outside)) }
    let untimed = rows.filter { $0.gap == .durationUnknown }.count
    if untimed > 0 { found.append(.timeThem(blocks: untimed)) }
    return Array(found.prefix(suggestionsMax))
  }
}
