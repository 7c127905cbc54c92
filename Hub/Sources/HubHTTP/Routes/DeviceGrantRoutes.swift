import HubContracts
import HubCore
import ToolboxHTTP
import ToolboxJSON

/// `/oauth`: how an app asks to be connected and fetches its session (RFC 8628, RFC 7636).
///
/// No cookies, no credentials: an app has only what these routes gave it. Bodies are JSON or a form.
/// Source: docs/protocol/identity.md, "Connecting an app".
public struct DeviceGrantRoutes: Sendable {
  static let bodyBytesMax = 8_192
  static let codeGrantType = "authorization_code"
  static let grantType = "urn:ietf:params:oauth:grant-type:device_code"

  private let identity: IdentityService
  private let address: HubAddress

  public init(identity: IdentityService, address: HubAddress) {
    self.identity = identity
    self.address = address
  }

  public var routes: [Route] {
    [
      Route(
        .post, "/oauth/device_authorization", access: .open,
        body: .jsonOrForm(bytesMax: Self.bodyBytesMax),
        summary: "Ask to be connected; answers the code that a person types.",
        respond: authorize
      ).described(Self.authorizeDescription),
      Route(
        .post, "/oauth/token", access: .open, body: .jsonOrForm(bytesMax: Self.bodyBytesMax),
        summary: "Ask whether the person has decided; answers the session, once.",
        respond: token
      ).described(Self.tokenDescription),
    ]
  }

  /// Begins a grant.
  ///
  /// Replies:
  /// - 200: the codes, good for `expires_in` seconds; ask for the session every `interval` seconds.
  /// - 400 `invalid_request`, `unknown_client`: nothing stored; the same body can never succeed.
  /// - 429: nothing stored; too many requests from this network, or too many apps wait.
  private func authorize(_ routed: RoutedRequest) async -> HTTPResponse {
    do throws(RequestRefusal) {
      let request = try Self.grantRequest(RequestFields(routed.request))
      do throws(StorageError) {
        switch try await identity.requestGrant(request, from: routed.network) {
        case .wait(let seconds): return Self.tooMany(after: seconds)
        case .offered(let offer): return .json(json(of: offer))
        }
      } catch { return .failure(error) }
    } catch { return .error(error.code, error.message) }
  }

  private static func grantRequest(
    _ fields: RequestFields
  ) throws(RequestRefusal) -> DeviceGrantRequest {
    guard let product = Fleet.product(named: try fields.required("client_id")) else {
      throw RequestRefusal(.unknownClient, "client_id is no app that this Hub knows.")
    }
    guard let document = DocumentID(try fields.required("document_id")) else {
      throw RequestRefusal(.invalidRequest, "document_id is no lower-case UUID.")
    }
    guard let challenge = CodeChallenge(try fields.required("code_challenge")),
      try fields.required("code_challenge_method") == "S256"
    else {
      throw RequestRefusal(
        .invalidRequest, "code_challenge must be base64url of SHA-256, its method S256.")
    }
    guard let platform = Platform(rawValue: try fields.required("platform")) else {
      let known = Platform.allCases.map(\.rawValue).joined(separator: ", ")
      throw RequestRefusal(.invalidRequest, "platform must be one of \(known).")
    }
    let limit = DeviceGrantRequest.unownedRecordsMax
    guard let unowned = Int64(try fields.required("unowned_records")), (0...limit).contains(unowned)
    else {
      throw RequestRefusal(.invalidRequest, "unowned_records must be a whole number 0…\(limit).")
    }
    return DeviceGrantRequest(
      client: product, document: document, challenge: challenge, platform: platform,
      unownedRecords: unowned)
  }

  private func json(of offer: DeviceGrantOffer) -> [UInt8] {
    // Where the person is signed in, whichever of the Hub's names the app has used.
    let page = address.primary.text + "/connect"
    return JSONWriter.write { json in
      json.object { json in
        json.member("device_code", offer.deviceCode.text)
        json.member("user_code", offer.userCode.description)
        json.member("verification_uri", page)
        json.member("verification_uri_complete", "\(page)?code=\(offer.userCode)")
        json.member("expires_in", offer.expiresInSeconds)
        json.member("interval", offer.intervalSeconds)
      }
    }
  }

  /// Answers whether a grant was approved, and if so its session.
  ///
  /// Replies:
  /// - 200: the session. It is given once: a second question is `invalid_grant`.
  /// - 400 `authorization_pending`, `slow_down` (wait 5 s more from now on), `access_denied`,
  ///   `expired_token`, `invalid_grant`.
  private func token(_ routed: RoutedRequest) async -> HTTPResponse {
    do throws(RequestRefusal) {
      let fields = try RequestFields(routed.request)
      let grantType = fields.optional("grant_type") ?? Self.grantType
      if grantType == Self.codeGrantType { return try await token(fields, routed) }
      guard grantType == Self.grantType else {
        throw RequestRefusal(
          .invalidRequest, "grant_type must be \(Self.grantType) or \(Self.codeGrantType).")
      }
      let code = try fields.required("device_code")
      let verifier = try fields.required("code_verifier")
      do throws(StorageError) {
        let answer = try await identity.redeem(
          deviceCode: code, verifier: verifier, client: fields.optional("client_id"))
        return response(to: answer, routed)
      } catch { return .failure(error) }
    } catch { return .error(error.code, error.message) }
  }

  /// The session of a code that came through a browser beside the app (RFC 6749 §4.1.3).
  private func token(
    _ fields: RequestFields, _ routed: RoutedRequest
  ) async throws(RequestRefusal) -> HTTPResponse {
    let code = try fields.required("code")
    let verifier = try fields.required("code_verifier")
    let client = try fields.required("client_id")
    let callback = try fields.required("redirect_uri")
    do throws(StorageError) {
      let answer = try await identity.redeem(
        authorizationCode: code, verifier: verifier, client: client, callback: callback,
        from: routed.network)
      return response(to: answer, routed)
    } catch { return .failure(error) }
  }

  private func response(to answer: RedeemAnswer, _ routed: RoutedRequest) -> HTTPResponse {
    switch answer {
    case .signedIn(let signIn):
      routed.touched(signIn.session.account.number)
      return .json(json(of: signIn))
    case .pending: return .error(.authorizationPending, "The person has not decided yet.")
    case .slowDown: return .error(.slowDown, "Asked too soon; wait five seconds more from now on.")
    case .denied: return .error(.accessDenied, "The person said no.")
    case .expired: return .error(.expiredToken, "The code is too old; begin again.")
    case .invalid:
      return .error(.invalidGrant, "There is no such code, or it was used; begin again.")
    }
  }

  private func json(of signIn: DeviceSignIn) -> [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("access_token", signIn.bearer.text)
        json.member("token_type", "Bearer")
        json.member("expires_in", SessionLifetime.device.idleMilliseconds / Milliseconds.second)
        json.member("revoke_handle", signIn.revokeHandle.text)
        json.member("hub_key", identity.identity.publicKey)
        json.member("session_id", signIn.session.id.description)
      }
    }
  }

  private static func tooMany(after seconds: Int) -> HTTPResponse {
    .error(
      .tooManyRequests, "Too many apps ask to be connected now; try again later.",
      retryAfter: seconds)
  }
}
