import AnchorModel

extension ImportPlan {
  /// The plan without what the store already has, so that importing a file twice adds nothing.
  ///
  /// Each session of the store stands for one row: the one that it was imported from, else one that
  /// says the same, else one of the same start and end, else, where only its facts are known here,
  /// one of the same minutes. A session that merely overlaps one in the store, or lies in the same
  /// minutes, stays in: both are kept and shown. What the store has is never changed.
  ///
  /// - Parameter known: what the store has for this plan.
  /// - Returns: a plan of as many rows, with ids that the store has not given yet.
  package func leavingOut(_ known: KnownSessions) -> ImportPlan {
    var known = known
    var plan = self
    let steps: [(inout KnownSessions, Addition) -> LeftOutRow.Reason?] = [
      { $0.claim(byIDOf: $1).map { .alreadyHere($0) } },
      { $0.claim(sameAs: $1).map { .alreadyHere($0) } },
      { $0.claim(spanOf: $1).map { .alreadyHereInOtherWords($0) } },
      { $0.claim(factsOf: $1).map { .alreadyHere($0) } },
    ]
    for step in steps {
      plan.additions = plan.additions.filter { addition in
        guard let reason = step(&known, addition) else { return true }
        plan.leftOut.append(.init(line: addition.line, reason: reason))
        return false
      }
    }
    plan.additions = plan.additions.map { addition in
      guard let id = known.takeUnusedID(for: addition) else { return addition }
      var addition = addition
      addition.session = addition.session.identified(as: id)
      return addition
    }
    plan.leftOut.sort { $0.line < $1.line }
    return plan
  }
}

/// The sessions of a store that may be rows of a plan, each to be claimed by one row at the most.
package struct KnownSessions {
  private var unclaimed: Set<SessionID> = []
  private let sessionOfRow: [[UInt8]: SessionID]
  private var saying = Shelf<Saying>()
  private var spanning = Shelf<Span>()
  private var factsIn = Shelf<SameMinutes>()
  private var unusedIn = Shelf<SameMinutes>()

  /// Looks for the sessions that the rows of `plan` may be.
  ///
  /// - Parameters:
  ///   - plan: whose rows are asked for; what it leaves out already is claimed.
  ///   - started: at least those sessions of the store that start where one of the plan's does.
  ///   - rows: which sessions were imported from which rows (``ImportPlan/digests``).
  ///   - digest: a hash without collisions of at least 16 bytes.
  ///   - find: the session of the store with an id.
  /// - Throws: what `find` throws.
  package init<Failure: Error>(
    for plan: ImportPlan, started: some Sequence<FocusSession>, rows: [[UInt8]: SessionID],
    digest: ([UInt8]) -> [UInt8],
    find: (SessionID) throws(Failure) -> FocusSession?
  ) throws(Failure) {
    sessionOfRow = rows
    for session in started {
      unclaimed.insert(session.id)
      if session.importBatch != nil { offer(session) }
    }
    // One that was moved here lies elsewhere.
    for id in rows.values { try note(find(id)) }
    for addition in plan.additions where addition.row == nil {
      try note(find(addition.session.id))
    }
    for (minutes, count) in plan.rowsOfMinutes {
      var (place, unused) = (0, 0)
      while unused < count {
        let id = minutes.id(place: place, digest)
        if let held = try find(id) {
          note(held)
          if held.detail == .factsOnly { factsIn.put(id, at: minutes) } else { offer(held) }
        } else {
          unusedIn.put(id, at: minutes)
          unused += 1
        }
        place += 1
      }
    }
    unclaimed.subtract(plan.leftOut.compactMap(\.reason.session))
  }

  private mutating func note(_ session: FocusSession?) {
    if let session { unclaimed.insert(session.id) }
  }

  private mutating func offer(_ session: FocusSession) {
    saying.put(session.id, at: Saying(session))
    spanning.put(session.id, at: Span(session))
  }

  /// The session whose id the file says, or that was imported from the row.
  fileprivate mutating func claim(byIDOf addition: ImportPlan.Addition) -> SessionID? {
    guard let row = addition.row else { return unclaimed.remove(addition.session.id) }
    return sessionOfRow[row.digest].flatMap { unclaimed.remove($0) }
  }

  /// An imported session that says the same.
  fileprivate mutating func claim(sameAs addition: ImportPlan.Addition) -> SessionID? {
    saying.take(at: Saying(addition.session), from: &unclaimed)
  }

  /// An imported session of the same start and end.
  fileprivate mutating func claim(spanOf addition: ImportPlan.Addition) -> SessionID? {
    spanning.take(at: Span(addition.session), from: &unclaimed)
  }

  /// A session of the same minutes that another device imported, and of which no more is known here.
  fileprivate mutating func claim(factsOf addition: ImportPlan.Addition) -> SessionID? {
    addition.row.flatMap { factsIn.take(at: $0.minutes, from: &unclaimed) }
  }

  /// Nil where the file says the id.
  fileprivate mutating func takeUnusedID(for addition: ImportPlan.Addition) -> SessionID? {
    addition.row.flatMap { unusedIn.take(at: $0.minutes) }
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
