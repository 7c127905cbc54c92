import ToolboxHTTP
import ToolboxLocks

/// Remembers the bytes of each push that a device tried, in order.
final class Pushes: Sendable {
  private let sent = Locked<[[UInt8]]>([])

  var bodies: [[UInt8]] { sent.withLock { $0 } }

  func add(_ request: HTTPRequest) {
    guard request.path == "/v1/sync/push" else { return }
    sent.withLock { $0.append(request.body) }
  }
}
