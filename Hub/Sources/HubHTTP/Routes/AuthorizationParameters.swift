import HubContracts
import HubCore

/// The parameters of `/oauth/authorize`, as they stand in its address and in its form.
///
/// Kept as text while a person signs in on the way, and read anew where they are used.
public struct AuthorizationParameters: Sendable, Equatable {
  public static let names = [
    "response_type", "client_id", "redirect_uri", "state", "code_challenge",
    "code_challenge_method", "document_id", "platform", "unowned_records",
  ]
  private static let charactersMax = 512

  private let values: [String: String]

  /// `value` is empty for what is missing; nil where one is longer than any could be.
  public init?(_ value: (_ name: String) -> String) {
    values = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, value($0)) })
    guard values.values.allSatisfy({ $0.utf8.count <= Self.charactersMax }) else { return nil }
  }

  /// Those that are there, in the order of ``names``.
  public var fields: [(name: String, value: String)] {
    Self.names.compactMap { name in
      values[name].flatMap { $0.isEmpty ? nil : (name, $0) }
    }
  }

  private subscript(name: String) -> String { values[name] ?? "" }

  /// What the app sent so that it knows the answer for its own; unreserved characters only.
  public var state: String? {
    let state = self["state"]
    let isPlain = state.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || "-._~".utf8.contains(byte)
    }
    return isPlain && (8...256).contains(state.utf8.count) ? state : nil
  }

  /// What is asked for; nil where anything is missing, unknown or of another kind.
  ///
  /// `site` tells where a service's own pages are, if that was said when the Hub was started.
  public func request(site: (Product) -> String?) -> AuthorizationRequest? {
    guard self["response_type"] == "code", state != nil,
      let client = Fleet.product(named: self["client_id"]),
      let document = DocumentID(self["document_id"]),
      self["code_challenge_method"] == "S256",
      let challenge = CodeChallenge(self["code_challenge"]),
      let platform = Platform(rawValue: self["platform"]),
      let unowned = Int64(self["unowned_records"]),
      (0...DeviceGrantRequest.unownedRecordsMax).contains(unowned)
    else { return nil }
    let isService = client.authority == .service
    let service = isService ? site(client) : nil
    guard !isService || service != nil,
      let callback = Callback(self["redirect_uri"], service: service)
    else { return nil }
    return AuthorizationRequest(
      wish: DeviceGrantRequest(
        client: client, document: document, challenge: challenge, platform: platform,
        unownedRecords: unowned),
      callback: callback)
  }
}
