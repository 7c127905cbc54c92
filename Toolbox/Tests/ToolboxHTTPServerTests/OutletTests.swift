import CLinux
import Glibc
import Testing

@testable import ToolboxHTTPServer

@Suite struct OutletTests {
  @Test func `a refused client that goes on sending has only its turn`() throws {
    let client = try RefusedClient()
    let sentBytes = client.sendAllThatFits()
    try #require(sentBytes > 2 * Outlet.lingerTurnBytesMax)

    client.outlet.write(Array("refused".utf8), now: .now)
    client.outlet.handle(events: EPOLLIN.rawValue, now: .now)
    #expect(client.unreadBytes >= sentBytes - Outlet.lingerTurnBytesMax)

    // The rest is dropped in later turns, each of which the set asks for.
    while client.isToldOfMore { client.outlet.handle(events: EPOLLIN.rawValue, now: .now) }
    #expect(client.unreadBytes == 0)
    #expect(client.answer == Array("refused".utf8))
  }
}

/// Both ends of a connection whose request was refused.
private final class RefusedClient {
  let outlet: Outlet
  private let epoll: Int32
  private let own: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    own = ends[0]
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    try #require(epoll >= 0)
    outlet = Outlet(
      id: 1, descriptor: ends[1], epoll: epoll, isStream: false, stallDeadline: .seconds(60),
      slot: nil, onClose: {})
  }

  deinit {
    outlet.close()
    close(own)
    close(epoll)
  }

  /// - Returns: how many bytes.
  func sendAllThatFits() -> Int {
    let bytes = [UInt8](repeating: 32, count: 4_096)
    var sum = 0
    while true {
      let count = send(own, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      guard count > 0 else { return sum }
      sum += count
    }
  }

  /// What was sent and is neither answered to nor dropped.
  var unreadBytes: Int {
    var count: Int32 = 0
    return ioctl(outlet.descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : -1
  }

  /// Whether the loop would be told that there is something to read.
  var isToldOfMore: Bool {
    var event = epoll_event()
    return epoll_wait(epoll, &event, 1, 0) == 1 && event.events & EPOLLIN.rawValue != 0
      && unreadBytes > 0
  }

  var answer: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = recv(own, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(0, count)))
  }
}
