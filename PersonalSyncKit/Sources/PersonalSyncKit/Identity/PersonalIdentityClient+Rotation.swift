import HubContracts
import ToolboxCrypto
import ToolboxHTTPClient

/// How a session changes its bearer, once a day (docs/protocol/identity.md, "A new bearer").
///
///     save the new bearer · send its hash · put it in the old one's place · use it
///
/// Until the last step both are good, so a crash or a lost answer anywhere before it costs nothing: the
/// next pass sends the same hash again. The old bearer is retired by the first use of the new one, which
/// every process of the store knows of by then.
extension PersonalIdentityClient {
  static let bearerLifeMilliseconds: Int64 = 86_400_000

  /// The bearer to use now, changed if it is a day old and the Hub can be asked.
  func rotatedBearer(
    of grant: PersonalSyncAccount, at origin: HTTPOrigin
  ) async throws(IdentityError) -> String {
    guard let secrets = try load()[grant.session] else { throw .sessionChanged }
    let age = clock.nowMilliseconds - secrets.bearerSinceMilliseconds
    guard !(0..<Self.bearerLifeMilliseconds).contains(age) else { return secrets.bearer }
    let next = try offer(SecretText.make(prefix: DeviceBearer.prefix, random: random), for: grant)
    let hash = Base64URL.encode(SHA256.hash(next.utf8))
    // What goes wrong here goes wrong in the pass as well, and is said there.
    guard await statements.offer(hash, with: secrets.bearer, at: origin) else {
      return secrets.bearer
    }
    return try promote(next, of: grant)
  }

  /// Saves a bearer to go on with; one that waits from before, perhaps of another process, is taken.
  private func offer(
    _ new: String, for grant: PersonalSyncAccount
  ) throws(IdentityError) -> String {
    var offered: String?
    try update { stored in
      stored.change(grant.session) { secrets in
        offered = secrets.nextBearer ?? new
        secrets.nextBearer = offered
      }
    }
    guard let offered else { throw .sessionChanged }
    return offered
  }

  private func promote(
    _ next: String, of grant: PersonalSyncAccount
  ) throws(IdentityError) -> String {
    var bearer: String?
    let now = clock.nowMilliseconds
    try update { stored in
      stored.change(grant.session) { secrets in
        if secrets.nextBearer == next {
          (secrets.bearer, secrets.nextBearer) = (next, nil)
          secrets.bearerSinceMilliseconds = now
        }
        bearer = secrets.bearer
      }
    }
    guard let bearer else { throw .sessionChanged }
    return bearer
  }
}
