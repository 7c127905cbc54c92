import HubContracts
import ToolboxCrypto
import ToolboxHTTPClient
import ToolboxJSON

/// One request for a code through a browser beside the app, with the secrets that only this process has.
///
/// `state` ties the answer to this request, the verifier ties the code to it (RFC 7636, S256): a code of
/// another sign-in, or one that was seen on its way, gets no session.
/// Source: docs/protocol/identity.md, "Through a browser beside the app".
struct AuthorizationRequest: Sendable {
  /// What the browser was led back with.
  enum Answer: Equatable {
    case code(String)
    case denied
  }

  let origin: HTTPOrigin
  let client: String
  let redirect: String
  let state: String
  let verifier: String

  init(origin: HTTPOrigin, client: String, port: UInt16, state: String, random: any RandomBytes) {
    self.origin = origin
    self.client = client
    self.state = state
    redirect = "http://127.0.0.1:\(port)/callback"
    verifier = Base64URL.encode(random.bytes(32))
  }

  func address(document: DocumentID, unownedRecords: Int) -> String {
    let challenge = Base64URL.encode(SHA256.hash(Array(verifier.utf8)))
    let callback = redirect.replacing(":", with: "%3A").replacing("/", with: "%2F")
    return "\(origin)/oauth/authorize?response_type=code&client_id=\(client)"
      + "&document_id=\(document)&platform=linux&unowned_records=\(unownedRecords)"
      + "&code_challenge=\(challenge)&code_challenge_method=S256&state=\(state)"
      + "&redirect_uri=\(callback)"
  }

  /// What `query` says; nil where it is no answer to the request with this `state`.
  static func answer(in query: String, to state: String) -> Answer? {
    var fields: [Substring: Substring] = [:]
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, fields.updateValue(parts[1], forKey: parts[0]) == nil else {
        return nil
      }
    }
    guard fields["state"] == state[...] else { return nil }
    switch (fields["code"], fields["error"]) {
    case (let code?, nil): return .code(String(code))
    case (nil, "access_denied"): return .denied
    case (nil, _), (.some, .some): return nil
    }
  }

  /// What fetches the session for `code`.
  func body(for code: String) -> [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("grant_type", "authorization_code")
        json.member("code", code)
        json.member("code_verifier", verifier)
        json.member("client_id", client)
        json.member("redirect_uri", redirect)
      }
    }
  }
}
