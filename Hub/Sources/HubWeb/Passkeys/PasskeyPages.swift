import HubContracts
import HubCore
import HubHTTP
import ToolboxCrypto
import ToolboxHTTP
import ToolboxJSON
import WebInterface

/// `/signin/passkey…`, `/verify/passkey…` and `/account/passkeys…`: what `passkey.js` asks for and
/// answers; JSON, but for the form that removes one.
///
/// Source: docs/protocol/identity.md, "Passkeys".
struct PasskeyPages: Sendable {
  /// An attestation has at most 64 KiB, and base64url makes a third more of it.
  private static let bodyBytesMax = 98_304

  let parts: HubPages.Parts

  var routes: [Route] {
    [
      values("/signin/passkey/options", .visitor, "A challenge for signing in.", signInOptions),
      values("/signin/passkey", .visitor, "Sign in with a passkey.", signIn),
      person("/verify/passkey/options", "A challenge for a fresh session.", verifyOptions),
      person("/verify/passkey", "Make the session fresh with a passkey.", verify),
      person("/account/passkeys/options", "What a browser needs to make a passkey.", offer),
      person("/account/passkeys", "Keep a passkey that the browser made.", add),
      .person(
        .post, "/account/passkeys/remove", body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Forget a passkey.", respond: remove),
    ]
  }

  private func values(
    _ path: String, _ access: Route.Access, _ summary: String,
    _ respond: @escaping @Sendable (RoutedRequest) async -> HTTPResponse
  ) -> Route {
    Route(
      .post, path, access: access, body: .json(bytesMax: Self.bodyBytesMax), target: .values,
      summary: summary, respond: respond)
  }

  private func person(
    _ path: String, _ summary: String,
    _ respond: @escaping @Sendable (RoutedRequest, WebSession) async -> HTTPResponse
  ) -> Route {
    .person(
      .post, path, body: .json(bytesMax: Self.bodyBytesMax), target: .values, summary: summary,
      respond: respond)
  }

  // MARK: - Signing in

  private func signInOptions(_ routed: RoutedRequest) async -> HTTPResponse {
    guard let relyingParty = parts.relyingParty(of: routed) else { return Self.refused }
    switch parts.identity.signInChallenge(from: routed.network) {
    case .challenge(let challenge): return Self.options(challenge, relyingParty)
    case .wait(let seconds):
      return .error(
        .tooManyRequests, "Too many tries; wait a little.", retryAfter: seconds)
    }
  }

  /// Checks the answer to a challenge, and says nothing of what is wrong with one.
  ///
  /// Replies:
  /// - 200: signed in; `location` is the page that was wanted.
  /// - 422: refused, whatever was wrong.
  private func signIn(_ routed: RoutedRequest) async -> HTTPResponse {
    guard let relyingParty = parts.relyingParty(of: routed),
      let message = PasskeyMessage(routed.request), let assertion = message.assertion
    else { return Self.refused }
    let cookie = SessionCookie(at: routed.origin)
    do throws(StorageError) {
      let answer = try await parts.identity.signIn(
        with: assertion, for: relyingParty, replacing: cookie.token(in: routed.request),
        from: routed.network)
      guard case .signedIn(let signedIn) = answer else { return Self.refused }
      routed.touched(signedIn.session.account.number)
      var response = Self.location(
        try await parts.landing(of: signedIn.session.account, wanting: message.target))
      cookie.set(signedIn.token, on: &response)
      parts.markKnown(signedIn.session.account, at: routed.origin, on: &response)
      return response
    } catch { return .failure(error) }
  }

  // MARK: - A fresh session

  private func verifyOptions(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    guard let relyingParty = parts.relyingParty(of: routed) else { return Self.refused }
    return Self.options(parts.identity.verificationChallenge(of: session), relyingParty)
  }

  private func verify(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    guard let relyingParty = parts.relyingParty(of: routed),
      let message = PasskeyMessage(routed.request), let assertion = message.assertion
    else { return Self.refused }
    do throws(StorageError) {
      let isConfirmed = try await parts.identity.confirm(
        assertion, for: relyingParty, of: session, from: routed.network)
      return isConfirmed ? Self.location(message.target.path) : Self.refused
    } catch { return .failure(error) }
  }

  // MARK: - The account's passkeys

  private func offer(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    guard let relyingParty = parts.relyingParty(of: routed) else { return Self.refused }
    do throws(StorageError) {
      guard let offer = try await parts.identity.offerPasskey(to: session) else {
        return Self.location(SignInTarget.account.verifyPath)
      }
      return .json(json(of: offer, for: session.account, relyingParty))
    } catch { return .failure(error) }
  }

  private func json(
    of offer: PasskeyOffer, for account: Account, _ relyingParty: RelyingParty
  ) -> [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("challenge", Base64URL.encode(offer.challenge))
        json.member("host", relyingParty.id)
        json.member("user", Base64URL.encode(offer.user))
        json.member("name", account.name)
        json.member("algorithms") { json in
          json.array(offer.algorithms) { $0.integer($1) }
        }
        json.member("known") { json in
          json.array(offer.known) { $0.string(Base64URL.encode($1)) }
        }
      }
    }
  }

  private func add(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    guard let relyingParty = parts.relyingParty(of: routed),
      let message = PasskeyMessage(routed.request), let made = message.registration
    else { return Self.refused }
    do throws(StorageError) {
      let answer = try await parts.identity.addPasskey(
        made, named: message["name"], for: relyingParty, by: session, from: routed.network)
      switch answer {
      case .added: return Self.location("/account")
      case .needsVerification: return Self.location(SignInTarget.account.verifyPath)
      case .invalidName, .refused: return Self.refused
      }
    } catch { return .failure(error) }
  }

  private func remove(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    guard let id = Base64URL.decode(PostedForm(routed.request)["passkey"]) else {
      return routed.notFound
    }
    do throws(StorageError) {
      let answer = try await parts.identity.removePasskey(id, by: session, from: routed.network)
      switch answer {
      case .done: return .seeOther("/account")
      case .needsVerification: return .verify(for: .account)
      case .unknown: return routed.notFound
      }
    } catch { return parts.problem(error) }
  }

  // MARK: - Answers

  private static func options(
    _ challenge: [UInt8], _ relyingParty: RelyingParty
  ) -> HTTPResponse {
    .json(
      JSONWriter.write { json in
        json.object { json in
          json.member("challenge", Base64URL.encode(challenge))
          json.member("host", relyingParty.id)
        }
      })
  }

  /// Tells the script where to go on.
  private static func location(_ path: PagePath) -> HTTPResponse {
    .json(JSONWriter.write { json in json.object { $0.member("location", path.text) } })
  }

  /// The one answer to whatever is wrong with a passkey.
  private static let refused = HTTPResponse.error(
    .passkeyRefused, "This passkey was not taken. Begin again, or use your password.")
}

/// What `passkey.js` sends: members of text, bytes among them in base64url.
struct PasskeyMessage {
  private let members: [String: String]

  init?(_ request: HTTPRequest) {
    do throws(JSONError) {
      guard case .object(let read) = try JSONNode.parse(request.body).value else { return nil }
      var members: [String: String] = [:]
      for member in read {
        guard case .string(let text) = member.node.value else { return nil }
        members[member.key] = text
      }
      self.members = members
    } catch { return nil }
  }

  subscript(name: String) -> String { members[name] ?? "" }

  private func bytes(_ name: String) -> [UInt8]? { members[name].flatMap(Base64URL.decode) }

  var target: SignInTarget { SignInTarget { self[$0] } }

  var assertion: PasskeyAssertion? {
    guard let id = bytes("id"), let clientData = bytes("clientData"),
      let authenticatorData = bytes("authenticatorData"), let signature = bytes("signature"),
      let user = bytes("user")
    else { return nil }
    return PasskeyAssertion(
      id: id, clientData: clientData, authenticatorData: authenticatorData, signature: signature,
      user: user)
  }

  var registration: PasskeyRegistration? {
    guard let clientData = bytes("clientData"), let attestation = bytes("attestation") else {
      return nil
    }
    return PasskeyRegistration(clientData: clientData, attestation: attestation)
  }
}
