import ToolboxLocks

/// Device sessions that were read within the last seconds, so that a sync does not pay a read for
/// each request (SES-06).
///
/// What ends a session drops it here at once. Another process on the same database is noticed after
/// ``lifeMilliseconds`` at most. A lock and not an actor: it is asked on the way of each request.
final class SessionCache: Sendable {
  static let lifeMilliseconds = 5 * Milliseconds.second
  private static let countMax = 1_024

  private struct Entry: Sendable {
    let session: DeviceSession
    let readAt: Int64
  }

  private struct State: Sendable {
    var entries: [TokenHash: Entry] = [:]
    var changes = 0
  }

  private let state = Locked(State())

  func session(_ token: TokenHash, at now: Int64) -> DeviceSession? {
    state.withLock { state in
      guard let entry = state.entries[token],
        (0..<Self.lifeMilliseconds).contains(now - entry.readAt)
      else { return nil }
      return entry.session
    }
  }

  /// Taken before a read and given to ``keep(_:for:at:readAfter:)``.
  var changes: Int { state.withLock { $0.changes } }

  /// Keeps what was read, unless a session has ended since: the read may then have been older.
  func keep(_ session: DeviceSession, for token: TokenHash, at now: Int64, readAfter changes: Int) {
    state.withLock { state in
      guard state.changes == changes else { return }
      if state.entries.count >= Self.countMax { state.entries.removeAll(keepingCapacity: true) }
      state.entries[token] = Entry(session: session, readAt: now)
    }
  }

  /// Forgets all; called after a session has ended or changed in storage.
  func drop() {
    state.withLock { state in
      state.entries.removeAll(keepingCapacity: true)
      state.changes += 1
    }
  }
}
