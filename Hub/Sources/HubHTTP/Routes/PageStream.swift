import HubCore

/// The bytes of one page's stream; nothing in them depends on the account.
final class PageStream: Sendable {
  private let watch: FeedWatch
  private let slot: StreamSlots.Slot
  private let isSessionLive: @Sendable () async -> Bool

  init(
    watch: FeedWatch, slot: StreamSlots.Slot, isSessionLive: @escaping @Sendable () async -> Bool
  ) {
    self.watch = watch
    self.slot = slot
    self.isSessionLive = isSessionLive
  }

  /// Asked for the next chunk only when the one before has been taken, so that what changes meanwhile
  /// is one word.
  var chunks: AsyncStream<[UInt8]> { AsyncStream { await self.next() } }

  private func next() async -> [UInt8]? {
    guard await watch.next() != nil else { return nil }
    let isTouched = watch.takeTouch()
    // Before each word, because what touched the account may have been the end of this session.
    guard await isSessionLive() else { return nil }
    return isTouched ? Self.changed : EventStream.heartbeat
  }

  private static let changed = Array("event: changed\ndata: -\n\n".utf8)
}
