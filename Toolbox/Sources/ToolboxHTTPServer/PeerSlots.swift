import ToolboxLocks

/// How many connections each address holds open, over all loops of a server.
///
/// A lock and not an actor: asked while a connection is accepted, which cannot wait.
final class PeerSlots: Sendable {
  private let slotsMax: Int?
  private let taken = Locked<[String: Int]>([:])

  init(slotsMax: Int?) {
    self.slotsMax = slotsMax
  }

  /// Whether connections are counted at all.
  var isBounded: Bool { slotsMax != nil }

  func hasRoom(for peer: String) -> Bool {
    guard let slotsMax else { return true }
    return taken.withLock { $0[peer, default: 0] < slotsMax }
  }

  /// Counts a connection until the slot is let go.
  func take(for peer: String) -> Slot? {
    guard isBounded else { return nil }
    taken.withLock { $0[peer, default: 0] += 1 }
    return Slot(owner: self, peer: peer)
  }

  final class Slot: Sendable {
    private let owner: PeerSlots
    private let peer: String

    fileprivate init(owner: PeerSlots, peer: String) {
      self.owner = owner
      self.peer = peer
    }

    deinit {
      owner.taken.withLock { counts in
        let left = counts[peer, default: 1] - 1
        counts[peer] = left > 0 ? left : nil
      }
    }
  }
}
