import HubContracts
import ToolboxCrypto
import ToolboxLocks

/// Challenges that were given out and not answered yet, each for one purpose and good once.
///
/// Those of strangers and those of sessions have rooms of their own, and in each whoever holds most gives
/// way: nobody who is not signed in can take a challenge from a session, and nobody's flood another's
/// from them. In memory: after a restart a browser asks for a new one. A lock and not an actor: one look-up,
/// on the way of a request.
final class PasskeyChallenges: Sendable {
  static let lifeMilliseconds = 5 * Milliseconds.minute
  /// Of strangers, and again of sessions.
  static let countMax = 1_000
  static let ofSessionMax = 8

  /// What an answer may be used for; one made for another purpose is refused.
  enum Purpose: Equatable, Sendable {
    case signIn
    case registration(SessionID)
    case verification(SessionID)
  }

  private struct Given<Holder: Hashable & Sendable>: Sendable {
    let challenge: [UInt8]
    let purpose: Purpose
    let holder: Holder
    let until: Int64
  }

  private struct State: Sendable {
    /// By ``NetworkPrefix/kept``, the oldest first.
    var ofStrangers: [Given<String>] = []
    var ofSessions: [Given<SessionID>] = []
  }

  private let state = Locked(State())

  /// A challenge to sign in with; nil where as many networks as there is room for hold one each.
  func makeForSignIn(
    from network: NetworkPrefix, at now: Int64, random: some RandomBytes
  ) -> [UInt8]? {
    let new = Given(
      challenge: random.bytes(PasskeyCheck.challengeByteCount), purpose: .signIn,
      holder: network.kept, until: now + Self.lifeMilliseconds)
    return state.withLock { state in
      state.ofStrangers.removeAll { $0.until <= now }
      let room = Self.makeRoom(for: network.kept, in: &state.ofStrangers)
      if room { state.ofStrangers.append(new) }
      return room ? new.challenge : nil
    }
  }

  /// A challenge for a session's registration or verification.
  func make(
    for purpose: Purpose, of session: SessionID, at now: Int64, random: some RandomBytes
  ) -> [UInt8] {
    let new = Given(
      challenge: random.bytes(PasskeyCheck.challengeByteCount), purpose: purpose, holder: session,
      until: now + Self.lifeMilliseconds)
    state.withLock { state in
      state.ofSessions.removeAll { $0.until <= now }
      let own = state.ofSessions.indices.filter { state.ofSessions[$0].holder == session }
      if own.count >= Self.ofSessionMax, let oldest = own.first {
        state.ofSessions.remove(at: oldest)
      } else if !Self.makeRoom(for: session, in: &state.ofSessions) {
        // A thousand sessions that hold one each: more than people have.
        state.ofSessions.removeFirst()
      }
      state.ofSessions.append(new)
    }
    return new.challenge
  }

  /// Takes a challenge, whatever comes of the answer; whether it was given out for this.
  func take(_ challenge: [UInt8], for purpose: Purpose, at now: Int64) -> Bool {
    state.withLock { state in
      Self.take(challenge, from: &state.ofStrangers, for: purpose, at: now)
        || Self.take(challenge, from: &state.ofSessions, for: purpose, at: now)
    }
  }

  /// How many are held.
  var count: Int { state.withLock { $0.ofStrangers.count + $0.ofSessions.count } }

  private static func take<Holder>(
    _ challenge: [UInt8], from given: inout [Given<Holder>], for purpose: Purpose, at now: Int64
  ) -> Bool {
    guard let place = given.firstIndex(where: { constantTimeEquals($0.challenge, challenge) })
    else { return false }
    let found = given.remove(at: place)
    return found.purpose == purpose && now < found.until
  }

  /// Forgets the oldest of whoever holds most where there is no room for one more; false where nobody
  /// holds more than one, and `holder` none.
  private static func makeRoom<Holder>(
    for holder: Holder, in given: inout [Given<Holder>]
  ) -> Bool {
    guard given.count >= countMax else { return true }
    let counts = given.reduce(into: [:]) { $0[$1.holder, default: 0] += 1 }
    let own = counts[holder] ?? 0
    let most = counts.values.max() ?? 0
    guard most > 1 || own > 0 else { return false }
    let oldest = given.firstIndex {
      own == most ? $0.holder == holder : counts[$0.holder] == most
    }
    if let oldest { given.remove(at: oldest) }
    return true
  }
}
