import AnchorModel
import ToolboxJSON

/// Sorts the rows of a file into a plan, one after the other.
struct TimewarriorRowReader {
  private(set) var plan: ImportPlan
  /// Whether any row looked like an interval; a file of none is of another format.
  private(set) var hasSeenAnInterval = false
  private let now: Instant
  private let digest: ([UInt8]) -> [UInt8]
  private var lineOfID: [SessionID: Int] = [:]

  init(batch: ImportBatchID, now: Instant, digest: @escaping ([UInt8]) -> [UInt8]) {
    plan = ImportPlan(format: .timewarrior, batch: batch)
    self.now = now
    self.digest = digest
  }

  mutating func read(_ row: JSONNode, line: Int) {
    if row["start"] != nil, row["uuid"] == nil { hasSeenAnInterval = true }
    countUnknownFields(of: row)
    do throws(RowFault) {
      let interval = try TimewarriorInterval(row)
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

  private func session(
    of interval: TimewarriorInterval, end: Instant
  ) throws(RowFault) -> FocusSession {
    guard let id = SessionID(digest: digest(interval.canonicalBytes(end: end))) else {
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

  private mutating func countUnknownFields(of row: JSONNode) {
    guard case .object(let members) = row.value else { return }
    for member in members where !TimewarriorInterval.fields.contains(member.key) {
      plan.unknownFields[member.key, default: 0] += 1
    }
  }
}

/// Why a row is not added.
enum RowFault: Error {
  case failed(ImportPlan.FailedRow.Reason)
  case leftOut(ImportPlan.LeftOutRow.Reason)
}
