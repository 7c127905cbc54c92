import AnchorModel

/// Sorts the rows of a file into a plan, one after the other.
struct RowSorter {
  private(set) var plan: ImportPlan
  private let now: Instant
  private let digest: @Sendable ([UInt8]) -> [UInt8]
  private var lineOfID: [SessionID: Int] = [:]

  init(_ format: ImportPlan.Format, _ terms: FileImport.Terms) {
    plan = ImportPlan(format: format, batch: terms.batch)
    now = terms.now
    digest = terms.digest
  }

  /// Takes the interval that `read` makes of a row, or notes why it made none.
  mutating func take(line: Int, _ read: () throws(RowFault) -> ImportedInterval) {
    do throws(RowFault) {
      let interval = try read()
      guard let end = interval.end else {
        throw .leftOut(.stillRunning(since: interval.start))
      }
      let session = try session(of: interval, end: end)
      if let line = lineOfID[session.id] { throw .leftOut(.repeats(line: line)) }
      lineOfID[session.id] = line
      plan.additions.append(.init(line: line, session: session))
    } catch {
      switch error {
      case .failed(let reason): plan.failures.append(.init(line: line, reason: reason))
      case .leftOut(let reason): plan.leftOut.append(.init(line: line, reason: reason))
      }
    }
  }

  /// Counts a field of a row for which Anchor has no place.
  mutating func count(unknownField name: String) {
    plan.unknownFields[name, default: 0] += 1
  }

  private func session(
    of interval: ImportedInterval, end: Instant
  ) throws(RowFault) -> FocusSession {
    guard let id = SessionID(digest: digest(interval.identityBytes)) else {
      preconditionFailure("a digest has at least 16 bytes")
    }
    do throws(SessionRefusal) {
      let session = try FocusSession.record(
        id, from: interval.start, to: end, words: interval.words(), importBatch: plan.batch)
      if end > now { throw .timesRefused(.inFuture(end, now: now)) }
      return session
    } catch {
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

/// Why a row is not added.
enum RowFault: Error {
  case failed(ImportPlan.FailedRow.Reason)
  case leftOut(ImportPlan.LeftOutRow.Reason)
}
