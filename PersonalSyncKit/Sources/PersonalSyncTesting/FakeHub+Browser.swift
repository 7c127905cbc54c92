import HubContracts
import ToolboxCrypto
import ToolboxHTTP
import ToolboxJSON

/// A code that a ``FakeHub`` gave to a browser; it works once.
struct FakeCode: Sendable {
  var fields: [String: String]
  var account: FakeHub.Account
}

extension FakeHub {
  /// What the browser is led back with after a person has decided on the page at `address`.
  ///
  /// Nil says no.
  public func authorize(_ address: String, as account: Account?) -> String {
    let query = address.split(separator: "?", maxSplits: 1).last ?? ""
    var fields: [String: String] = [:]
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      fields[String(parts[0])] = String(parts[1]).replacing("%3A", with: ":").replacing(
        "%2F", with: "/")
    }
    let end = "&state=\(fields["state"] ?? "")&iss=http%3A%2F%2Flocalhost%3A8765"
    guard let account else { return "error=access_denied" + end }
    let code = "fake_c_\(memory.withLock { $0.codes.count })"
    memory.withLock { $0.codes[code] = FakeCode(fields: fields, account: account) }
    return "code=\(code)" + end
  }

  func token(_ request: HTTPRequest) -> HTTPResponse {
    let node: JSONNode
    do { node = try JSONNode.parse(request.body) } catch { return Self.refusal(.invalidJSON) }
    guard case .string("authorization_code") = node["grant_type"]?.value else { return pollGrant() }
    guard case .string(let text) = node["code"]?.value,
      case .string(let verifier) = node["code_verifier"]?.value,
      case .string(let client) = node["client_id"]?.value,
      case .string(let redirect) = node["redirect_uri"]?.value
    else { return Self.refusal(.invalidRequest) }
    guard let code = memory.withLock({ $0.codes[text] }), code.fields["response_type"] == "code",
      code.fields["code_challenge_method"] == "S256", code.fields["client_id"] == client,
      code.fields["redirect_uri"] == redirect,
      code.fields["code_challenge"] == Base64URL.encode(SHA256.hash(Array(verifier.utf8))),
      let document = code.fields["document_id"].flatMap(DocumentID.init(_:))
    else { return Self.refusal(.invalidGrant) }
    memory.withLock { $0.codes[text] = nil }
    return answer(with: signIn(code.account, client: client, document: document))
  }
}
