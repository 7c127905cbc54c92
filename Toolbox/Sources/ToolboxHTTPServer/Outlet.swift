import CLinux
import Glibc

/// A socket that we write ourselves, after libmicrohttpd has let go of it.
///
/// Two kinds of answers go this way: streams, whose clients libmicrohttpd would park without
/// noticing that they leave, and refusals, which must reach clients that are still sending.
final class Outlet: @unchecked Sendable {
  // Safe because every member is touched on the loop's thread only; the tasks that write streams
  // run there too.

  /// Bytes that may wait for a slow client before the stream's producer has to wait.
  static let pendingBytesMax = 65_536
  /// How long a refused client may go on sending before its socket is closed under it.
  static let lingerDeadline: Duration = .seconds(2)
  /// And how much, in bytes.
  static let lingerBytesMax = 4 * 1_048_576
  /// And how much of it is dropped in one turn of the loop, in bytes, before others have theirs.
  static let lingerTurnBytesMax = 65_536

  enum Stage: Equatable {
    case streaming
    /// Everything is said; what is pending still leaves.
    case ending
    /// Reads and drops what the client still sends. Closing at once would let the system reset the
    /// connection and so destroy the answer on its way.
    case lingering
    case closed
  }

  let id: UInt64
  let descriptor: Int32
  private(set) var stage: Stage
  /// When the loop has to look at it again; nil while nothing is waited for.
  private(set) var deadline: ContinuousClock.Instant?

  private let epoll: Int32
  private let stallDeadline: Duration
  private let slot: PeerSlots.Slot?
  private var onClose: (() -> Void)?
  private var pending: [UInt8] = []
  private var sent = 0
  private var lingered = 0
  private var interest: UInt32 = 0
  private var writer: CheckedContinuation<Void, Never>?

  /// Takes `descriptor` for its own and watches it.
  ///
  /// A stream is written until ``end(now:)``; otherwise the first write is all. `onClose` is called
  /// once, when the socket is closed for whatever reason.
  init(
    id: UInt64, descriptor: Int32, epoll: Int32, isStream: Bool, stallDeadline: Duration,
    slot: PeerSlots.Slot?, onClose: @escaping () -> Void
  ) {
    self.id = id
    self.descriptor = descriptor
    self.epoll = epoll
    self.stallDeadline = stallDeadline
    self.slot = slot
    self.onClose = onClose
    stage = isStream ? .streaming : .ending
    watch(operation: EPOLL_CTL_ADD)
  }

  /// Sends bytes, or keeps them until the client takes them.
  func write(_ bytes: [UInt8], now: ContinuousClock.Instant) {
    guard stage == .streaming || stage == .ending else { return }
    if pending.isEmpty {
      pending = bytes
      deadline = now + stallDeadline
    } else {
      pending.removeFirst(sent)
      sent = 0
      pending += bytes
    }
    flush(now: now)
  }

  /// Returns once little enough is pending to write more, or the socket is closed.
  func room() async {
    guard stage == .streaming, pending.count - sent > Self.pendingBytesMax else { return }
    await withCheckedContinuation { writer = $0 }
  }

  /// Says that nothing more is written.
  func end(now: ContinuousClock.Instant) {
    guard stage == .streaming else { return }
    stage = .ending
    flush(now: now)
  }

  /// The socket has something to say.
  func handle(events: UInt32, now: ContinuousClock.Instant) {
    if events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { return close() }
    if stage == .streaming, events & EPOLLRDHUP.rawValue != 0 { return close() }
    if events & EPOLLOUT.rawValue != 0 { flush(now: now) }
    if stage == .lingering, events & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue) != 0 { drop() }
  }

  func close() {
    guard stage != .closed else { return }
    stage = .closed
    deadline = nil
    pending = []
    // Explicitly, since the set would keep the socket for as long as any descriptor of it is open.
    epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil)
    Glibc.close(descriptor)
    resumeWriter()
    onClose?()
    onClose = nil
  }

  private func flush(now: ContinuousClock.Instant) {
    while sent < pending.count {
      let count = pending.withUnsafeBytes { bytes in
        send(
          descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent,
          Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
        deadline = now + stallDeadline
      } else if errno == EAGAIN {
        return watch(operation: EPOLL_CTL_MOD)
      } else if errno != EINTR {
        return close()
      }
    }
    pending.removeAll(keepingCapacity: pending.count <= 4_096)
    sent = 0
    deadline = nil
    if stage == .ending { return linger(now: now) }
    watch(operation: EPOLL_CTL_MOD)
    resumeWriter()
  }

  private func linger(now: ContinuousClock.Instant) {
    stage = .lingering
    deadline = now + Self.lingerDeadline
    shutdown(descriptor, Int32(SHUT_WR))
    watch(operation: EPOLL_CTL_MOD)
  }

  private func drop() {
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { room in
      var dropped = 0
      // What is left then is told of again: the set tells what is so, and not what has changed.
      while stage == .lingering, dropped < Self.lingerTurnBytesMax {
        let count = recv(descriptor, room.baseAddress, room.count, 0)
        if count > 0 {
          dropped += count
          lingered += count
          if lingered > Self.lingerBytesMax { close() }
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
          close()
        } else if errno == EAGAIN {
          return
        }
      }
    }
  }

  /// Asks for the events that matter now; errors and hang-ups always come.
  private func watch(operation: Int32) {
    var events = sent < pending.count ? EPOLLOUT.rawValue : 0
    switch stage {
    case .streaming: events |= EPOLLRDHUP.rawValue
    case .lingering: events |= EPOLLIN.rawValue | EPOLLRDHUP.rawValue
    // A client that has only ended its sending side still gets the rest.
    case .ending, .closed: break
    }
    guard events != interest || operation == EPOLL_CTL_ADD else { return }
    interest = events
    var event = epoll_event(events: events, data: epoll_data_t(u64: id))
    if epoll_ctl(epoll, operation, descriptor, &event) != 0 { close() }
  }

  private func resumeWriter() {
    writer?.resume()
    writer = nil
  }
}
