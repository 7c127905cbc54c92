import HubHTTP
import ToolboxLocks

/// Counts answers by route template and class of status, and how long they took by route.
///
/// A line of the log has nothing that a client chose, and so has no label here. A lock and not an
/// actor: each answer is counted on its way out.
final class RequestCounts: HubLog {
  struct Answer: Hashable, Sendable {
    let method: String
    let route: String
    /// 2 for 200…299.
    let statusClass: Int
  }

  /// How long the answers of one route took.
  struct Durations: Sendable {
    /// Those up to each of ``RequestCounts/boundsMilliseconds``, and the longer ones last; each
    /// answer is in one.
    var counts = [Int](repeating: 0, count: RequestCounts.boundsMilliseconds.count + 1)
    var sum: Duration = .zero
  }

  struct Snapshot: Sendable {
    var answers: [Answer: Int] = [:]
    var durations: [String: Durations] = [:]
  }

  /// Around the figures that the Hub has to keep: a push in 1 ms, a page in 10 ms.
  static let boundsMilliseconds = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000]

  private let counted = Locked(Snapshot())

  var snapshot: Snapshot { counted.withLock { $0 } }

  func answered(_ line: HubLogLine) {
    let answer = Answer(method: line.method, route: line.route, statusClass: line.status / 100)
    let place =
      Self.boundsMilliseconds.firstIndex { line.duration <= .milliseconds($0) }
      ?? Self.boundsMilliseconds.count
    counted.withLock { counted in
      counted.answers[answer, default: 0] += 1
      counted.durations[line.route, default: Durations()].counts[place] += 1
      counted.durations[line.route]?.sum += line.duration
    }
  }
}

/// Tells each answer to two logs.
struct TwoLogs: HubLog {
  let first: any HubLog
  let second: any HubLog

  func answered(_ line: HubLogLine) {
    first.answered(line)
    second.answered(line)
  }
}
