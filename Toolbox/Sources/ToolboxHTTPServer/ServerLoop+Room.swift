import Glibc

/// Who has to go where there is no room for all.
extension ServerLoop {
  /// How many are given up at once at most, so that they need not be looked for each time.
  static let givenUpMax = 64

  /// This loop's share of the server's connections.
  var connectionsMax: Int { max(1, limits.connectionsMax / limits.loops) }

  /// This loop's share of those that are kept between two requests.
  private var keptMax: Int { max(1, limits.keptConnectionsMax / limits.loops) }

  /// This loop's share of what arriving bodies may hold.
  private var arrivingBytesMax: Int { limits.arrivingBytesMax / limits.loops }

  /// Gives up connections that are waited for, so that a new one finds room.
  ///
  /// Those between two requests first, since their clients lose nothing by it.
  /// - Returns: whether there is room now.
  func giveUpWaiting() -> Bool {
    // Those given up before are still there until libmicrohttpd has seen it.
    guard givenUpCount < Self.givenUpMax else { return false }
    let count = min(Self.givenUpMax - givenUpCount, max(1, connectionsMax / 50))
    var victims = longestWaiting(count) { $0.phase == .waiting }
    if victims.isEmpty {
      victims = longestWaiting(count) { $0.phase == .readingHead || $0.phase == .readingBody }
    }
    for connection in victims { giveUp(connection) }
    return !victims.isEmpty
  }

  /// Counts a connection that was answered for the first time, and gives up others that are kept
  /// where they are too many.
  func keep(_ connection: ServerConnection) {
    guard !connection.isKept, !connection.isGivenUp else { return }
    connection.isKept = true
    keptCount += 1
    guard keptCount > keptMax else { return }
    // Some more than one, so that they need not be looked for each time.
    let count = keptCount - keptMax + keptMax / 50
    for kept in longestWaiting(count, { $0.isKept && $0.phase == .waiting }) { giveUp(kept) }
  }

  /// Gives up bodies that have been arriving for longest until `count` bytes more have room.
  func makeRoom(for count: Int, beside own: ServerConnection) {
    guard arrivingBytes + count > arrivingBytesMax else { return }
    // More than is needed, so that the next bytes find room at once.
    let target = arrivingBytesMax - arrivingBytesMax / 4
    for connection in longestWaiting(connections.count, { $0.phase == .readingBody })
    where connection !== own {
      guard arrivingBytes + count > target else { return }
      giveUp(connection)
    }
  }

  /// Forgets a body that has arrived, is refused, or is given up.
  func dropBody(of exchange: Exchange) {
    arrivingBytes -= exchange.body.count
    exchange.body = []
  }

  private func giveUp(_ connection: ServerConnection) {
    connection.isGivenUp = true
    givenUpCount += 1
    if connection.isKept { keptCount -= 1 }
    if let exchange = connection.exchange {
      dropBody(of: exchange)
      // What libmicrohttpd has read already is not taken any more.
      exchange.stage = .released
    }
    cut(connection)
  }

  private func longestWaiting(
    _ count: Int, _ isMeant: (ServerConnection) -> Bool
  ) -> ArraySlice<ServerConnection> {
    connections.values
      .filter { !$0.isGivenUp && isMeant($0) }
      .sorted { ($0.waitedForSince ?? now) < ($1.waitedForSince ?? now) }
      .prefix(count)
  }
}
