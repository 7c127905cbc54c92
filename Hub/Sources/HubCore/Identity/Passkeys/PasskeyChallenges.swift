import HubContracts
import ToolboxCrypto
import ToolboxLocks

/// Challenges that were given out and not answered yet, each for one purpose and good once.
///
/// In memory: after a restart a browser asks for a new one. A lock and not an actor: one look-up, on
/// the way of a request.
final class PasskeyChallenges: Sendable {
  static let lifeMilliseconds = 5 * Milliseconds.minute
  /// Above so many the oldest are forgotten, so that asking for them cannot fill the memory.
  static let countMax = 1_000

  /// What an answer may be used for; one made for another purpose is refused.
  enum Purpose: Equatable, Sendable {
    case signIn
    case registration(SessionID)
    case verification(SessionID)
  }

  private struct Given: Sendable {
    let challenge: [UInt8]
    let purpose: Purpose
    let until: Int64
  }

  private let given = Locked<[Given]>([])

  func make(for purpose: Purpose, at now: Int64, random: some RandomBytes) -> [UInt8] {
    let challenge = random.bytes(PasskeyCheck.challengeByteCount)
    given.withLock { given in
      given.removeAll { $0.until <= now }
      if given.count >= Self.countMax { given.removeFirst(given.count - Self.countMax + 1) }
      given.append(
        Given(challenge: challenge, purpose: purpose, until: now + Self.lifeMilliseconds))
    }
    return challenge
  }

  /// Takes a challenge, whatever comes of the answer; whether it was given out for this.
  func take(_ challenge: [UInt8], for purpose: Purpose, at now: Int64) -> Bool {
    given.withLock { given in
      guard let place = given.firstIndex(where: { constantTimeEquals($0.challenge, challenge) })
      else { return false }
      let found = given.remove(at: place)
      return found.purpose == purpose && now < found.until
    }
  }
}
