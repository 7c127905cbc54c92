import AnchorModel

/// Sorts the rows of a file into a plan, one after the other.
struct RowSorter {
  private(set) var plan: ImportPlan
  private let now: Instant
  private let digest: @Sendable ([UInt8]) -> [UInt8]
  private var lineOfID: [SessionID: Int] = [:]
  private var lineOfIdentity: [[String]: Int] = [:]
  private var counts: [SameMinutes: Int] = [:]

  init(_ format: ImportPlan.Format, _ terms: FileImport.Terms) {
    plan = ImportPlan(format: format, batch: terms.batch)
    now = terms.now
    digest = terms.digest
  }

  /// Takes the session that `read` makes of a row, or notes why it made none.
  mutating func take(line: Int, _ read: (ImportBatchID) throws(RowFault) -> FocusSession) {
    do throws(RowFault) { try add(read(plan.batch), line: line) } catch { note(error, line: line) }
  }

  /// Notes why a row is not added.
  mutating func note(_ fault: RowFault, line: Int) {
    switch fault {
    case .failed(let reason): plan.failures.append(.init(line: line, reason: reason))
    case .leftOut(let reason): plan.leftOut.append(.init(line: line, reason: reason))
    }
  }

  /// Takes the interval that `read` makes of a row as a finished session.
  ///
  /// - Parameters:
  ///   - line: where the row starts.
  ///   - known: the id of the session, where the row says it; else it is made of its minutes.
  ///   - read: makes the interval.
  mutating func takeInterval(
    line: Int, id known: SessionID? = nil, _ read: () throws(RowFault) -> ImportedInterval
  ) {
    do throws(RowFault) {
      let interval = try read()
      guard let end = interval.end else { throw .leftOut(.stillRunning(since: interval.start)) }
      if let line = lineOfIdentity[interval.identity] { throw .leftOut(.repeats(line: line)) }
      let minutes = SameMinutes(interval, to: end, in: plan.format)
      let place = counts[minutes, default: 0]
      let id = known ?? minutes.id(place: place, digest)
      let session = try RowFault.asking { () throws(SessionRefusal) in
        try FocusSession.record(
          id, from: interval.start, to: end, words: interval.words(), importBatch: plan.batch)
      }
      let row = ImportedRow(minutes: minutes, digest: digest(interval.identityBytes))
      try add(session, line: line, row: known == nil ? row : nil)
      lineOfIdentity[interval.identity] = line
      if known == nil { counts[minutes] = place + 1 }
    } catch { note(error, line: line) }
  }

  private mutating func add(
    _ session: FocusSession, line: Int, row: ImportedRow? = nil
  ) throws(RowFault) {
    if let end = session.endedAt, end > now { throw .failed(.times(.inFuture(end, now: now))) }
    if let line = lineOfID[session.id] { throw .leftOut(.repeats(line: line)) }
    lineOfID[session.id] = line
    plan.additions.append(.init(line: line, session: session, row: row))
  }

  /// Counts a field of a row for which Anchor has no place.
  mutating func count(unknownField name: String) {
    plan.unknownFields[name, default: 0] += 1
  }
}

/// Why a row is not added.
enum RowFault: Error {
  case failed(ImportPlan.FailedRow.Reason)
  case leftOut(ImportPlan.LeftOutRow.Reason)

  /// Makes something of a row by the rules of sessions.
  static func asking<Made>(_ make: () throws(SessionRefusal) -> Made) throws(RowFault) -> Made {
    do throws(SessionRefusal) { return try make() } catch {
      switch error {
      case .timesRefused(let fault): throw .failed(.times(fault))
      case .wordsOverLimit(let limit): throw .failed(.words(limit))
      case .nothingActive, .alreadyRunning, .alreadyPaused, .alreadyFinished, .factsOnly,
        .planOutOfRange:
        preconditionFailure("\(error.code) is not about a recorded session")
      }
    }
  }
}
