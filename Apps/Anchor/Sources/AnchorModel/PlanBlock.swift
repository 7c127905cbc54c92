/// A stretch of a day that the person means to spend on something.
public struct PlanBlock: Equatable, Sendable, Identifiable {
  public enum Kind: String, Equatable, Sendable, CaseIterable {
    case focus, routine, commitment, rest, enjoyment

    /// Whether it adds to the work of a day; see ``PlanLoad``.
    var isWork: Bool {
      switch self {
      case .focus, .routine, .commitment: true
      case .rest, .enjoyment: false
      }
    }
  }

  /// From when to when something was really done.
  public struct LivedSpan: Equatable, Sendable {
    public let from: Instant
    public let to: Instant

    /// Both lose their fraction of a second.
    ///
    /// - Throws: ``PlanRefusal/livedRefused`` for an end that is not after the start, or more than a day.
    public init(from: Instant, to: Instant) throws(PlanRefusal) {
      self.from = from.wholeSecond
      self.to = to.wholeSecond
      guard (1...86_400).contains(self.to.seconds(since: self.from)) else { throw .livedRefused }
    }

    public var seconds: Int { to.seconds(since: from) }
  }

  /// What became of a block.
  public enum Outcome: Equatable, Sendable {
    case open
    /// Nil where the person did not say from when to when.
    case done(LivedSpan?)
    case skipped
    /// Rolled over to a later day, where a block of its own stands for it.
    case moved(to: Day)
  }

  /// When it is meant to be, and for how long.
  public struct Times: Hashable, Sendable {
    public static let minutesAllowed = 1...1_440

    /// Minutes from midnight on the wall clock, 0…1,439; nil for some time of the day.
    public let startMinute: Int?
    public let minutes: Int

    /// - Throws: ``PlanRefusal/timesOutOfRange``.
    public init(startMinute: Int? = nil, minutes: Int) throws(PlanRefusal) {
      self.startMinute = startMinute
      self.minutes = minutes
      guard Self.minutesAllowed.contains(minutes), startMinute.map((0..<1_440).contains) ?? true
      else { throw .timesOutOfRange }
    }

    private init(untimed minutes: Int) {
      startMinute = nil
      self.minutes = minutes
    }

    /// As long, at some time of the day.
    public var untimed: Times { Times(untimed: minutes) }

    /// The minute in which it ends, past 1,440 where it goes on after midnight; nil where it has no start.
    public var endMinute: Int? { startMinute.map { $0 + minutes } }
  }

  public let id: PlanBlockID
  public let day: Day
  public internal(set) var times: Times
  public internal(set) var words: PlanWords
  public internal(set) var kind: Kind
  public internal(set) var outcome: Outcome
  /// What made it; nil where the person did.
  public let template: PlanTemplateID?

  public init(
    id: PlanBlockID, day: Day, times: Times, words: PlanWords, kind: Kind = .focus,
    outcome: Outcome = .open, template: PlanTemplateID? = nil
  ) {
    self.id = id
    self.day = day
    self.times = times
    self.words = words
    self.kind = kind
    self.outcome = outcome
    self.template = template
  }

  public var isOpen: Bool { outcome == .open }

  public var isDone: Bool {
    if case .done = outcome { true } else { false }
  }

  /// Whether it still counts for its day, that is, was not moved to another.
  public var staysOnItsDay: Bool {
    if case .moved = outcome { false } else { true }
  }

  /// - Throws: ``PlanRefusal/notOpen``: what became of a block stays as it was planned.
  public func rewritten(
    _ words: PlanWords, times: Times, kind: Kind
  ) throws(PlanRefusal) -> PlanBlock {
    guard isOpen else { throw .notOpen }
    var block = self
    block.words = words
    block.times = times
    block.kind = kind
    return block
  }

  /// - Throws: ``PlanRefusal/notOpen``, and ``PlanRefusal/livedRefused`` for what is yet to be.
  public func completed(lived: LivedSpan? = nil, now: Instant) throws(PlanRefusal) -> PlanBlock {
    if let lived, lived.to > now { throw .livedRefused }
    return try ended(.done(lived))
  }

  public func skipped() throws(PlanRefusal) -> PlanBlock { try ended(.skipped) }

  public func moved(to day: Day) throws(PlanRefusal) -> PlanBlock { try ended(.moved(to: day)) }

  /// - Throws: ``PlanRefusal/alreadyOpen``, and ``PlanRefusal/notOpen`` for one that was moved: what
  ///   stands for it is on another day.
  public func reopened() throws(PlanRefusal) -> PlanBlock {
    if isOpen { throw .alreadyOpen }
    guard staysOnItsDay else { throw .notOpen }
    var block = self
    block.outcome = .open
    return block
  }

  private func ended(_ outcome: Outcome) throws(PlanRefusal) -> PlanBlock {
    guard isOpen else { throw .notOpen }
    var block = self
    block.outcome = outcome
    return block
  }
}

public typealias PlanBlockID = Identifier<PlanBlock>
