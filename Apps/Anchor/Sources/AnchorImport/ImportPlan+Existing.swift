import AnchorModel

extension ImportPlan {
  /// The plan without what the store already has, so that importing a file twice adds nothing.
  ///
  /// Each session of the store stands for one row: the row that says the same, else one of the same
  /// start and end, else one of the same minutes. So a file with only some of the intervals of a
  /// minute neither hides the others nor brings one twice. A session that merely overlaps one in the
  /// store stays in: both are kept and shown. What the store has is never changed.
  ///
  /// - Parameter existing: at least those sessions of the store that start where one of
  ///   ``sessions`` does, or have the id of one.
  /// - Returns: a plan of as many rows.
  package func leavingOut(existing: some Sequence<FocusSession>) -> ImportPlan {
    var known = KnownSessions(existing, claimed: leftOut.compactMap(\.reason.session))
    var unused = Shelf<SameMinutes>()
    for addition in additions {
      guard let minutes = addition.minutes else { continue }
      let id = addition.session.id
      if !known.note(id, of: minutes) { unused.put(id, at: minutes) }
    }

    var plan = self
    plan.additions = []
    let others = additions.filter { addition in
      guard let same = known.claim(sameAs: addition) else { return true }
      plan.leftOut.append(.init(line: addition.line, reason: .alreadyHere(same)))
      return false
    }
    for var addition in others {
      if let other = known.claim(spanOf: addition.session) {
        plan.leftOut.append(.init(line: addition.line, reason: .alreadyHereInOtherWords(other)))
      } else if let same = addition.minutes.flatMap({ known.claim(of: $0) }) {
        plan.leftOut.append(.init(line: addition.line, reason: .alreadyHere(same)))
      } else {
        // Its own id may have gone to another interval of its minutes, in an earlier import.
        if let id = addition.minutes.flatMap({ unused.take(at: $0) }) {
          addition.session = addition.session.identified(as: id)
        }
        plan.additions.append(addition)
      }
    }
    plan.leftOut.sort { $0.line < $1.line }
    return plan
  }
}

extension ImportPlan.LeftOutRow.Reason {
  /// The session of the store that stands for the row.
  fileprivate var session: SessionID? {
    switch self {
    case .alreadyHere(let id), .alreadyHereInOtherWords(let id): id
    case .stillRunning, .repeats, .allDay, .cancelled, .notOver, .repeatsInAnotherWay, .longAgo,
      .tooManyRows:
      nil
    }
  }
}

/// The sessions of a store, each to be claimed by one row at the most.
private struct KnownSessions {
  private let ids: Set<SessionID>
  private var unclaimed: Set<SessionID>
  private var saying = Shelf<Saying>()
  private var spanning = Shelf<Span>()
  private var lyingIn = Shelf<SameMinutes>()

  init(_ sessions: some Sequence<FocusSession>, claimed: [SessionID]) {
    ids = Set(sessions.map(\.id))
    unclaimed = ids.subtracting(claimed)
    for session in sessions where session.importBatch != nil {
      saying.put(session.id, at: Saying(session))
      spanning.put(session.id, at: Span(session))
    }
  }

  /// Notes which minutes an id is of; false where the store has no such session.
  mutating func note(_ id: SessionID, of minutes: SameMinutes) -> Bool {
    guard ids.contains(id) else { return false }
    lyingIn.put(id, at: minutes)
    return true
  }

  /// The session whose id the file says, or an imported one that says the same.
  mutating func claim(sameAs addition: ImportPlan.Addition) -> SessionID? {
    if addition.minutes == nil, let same = unclaimed.remove(addition.session.id) { return same }
    return saying.take(at: Saying(addition.session), from: &unclaimed)
  }

  /// An imported session of the same start and end.
  mutating func claim(spanOf session: FocusSession) -> SessionID? {
    spanning.take(at: Span(session), from: &unclaimed)
  }

  /// A session that has an id of these minutes: it was changed here, or came from another device.
  mutating func claim(of minutes: SameMinutes) -> SessionID? {
    lyingIn.take(at: minutes, from: &unclaimed)
  }
}

/// Ids under keys, those of each in the order in which they came.
private struct Shelf<Key: Hashable> {
  private var ids: [Key: ArraySlice<SessionID>] = [:]

  mutating func put(_ id: SessionID, at key: Key) { ids[key, default: []].append(id) }

  mutating func take(at key: Key) -> SessionID? { ids[key]?.popFirst() }

  /// Takes the first that is still in `unclaimed`, out of both.
  mutating func take(at key: Key, from unclaimed: inout Set<SessionID>) -> SessionID? {
    while let id = take(at: key) {
      if unclaimed.remove(id) != nil { return id }
    }
    return nil
  }
}

private struct Span: Hashable {
  let start: Instant
  let end: Instant?

  init(_ session: FocusSession) {
    start = session.startedAt
    end = session.endedAt
  }
}

/// Times and words of a session; tags in no order.
private struct Saying: Hashable {
  let span: Span
  let title: String
  let tags: Set<String>
  let notes: String

  init(_ session: FocusSession) {
    span = Span(session)
    title = session.words.title
    tags = Set(session.words.tags)
    notes = session.words.notes
  }
}
