import HubContracts
import HubCore

extension DeviceGrantRoutes {
  static let authorizeDescription = RouteDescription(
    request: .component(
      "DeviceAuthorizationRequest",
      .object([
        Schema.Property("client_id", .choice(Fleet.products.map(\.name))),
        Schema.Property("document_id", .uuid), Schema.Property("code_challenge", .hash),
        Schema.Property("code_challenge_method", .constant("S256")),
        Schema.Property("platform", .choice(Platform.allCases.map(\.rawValue))),
        Schema.Property("unowned_records", .integer(0...DeviceGrantRequest.unownedRecordsMax)),
      ])),
    answers: [
      .json(
        .component(
          "DeviceAuthorization",
          .object([
            Schema.Property("device_code", secret),
            Schema.Property("user_code", .text(pattern: "^[A-Z]{4}-[A-Z]{4}$")),
            Schema.Property("verification_uri", .text()),
            Schema.Property("verification_uri_complete", .text()),
            Schema.Property("expires_in", seconds), Schema.Property("interval", seconds),
          ])),
        "The codes; the person types one, and the app asks with the other every interval seconds.")
    ],
    errors: [.invalidRequest, .unknownClient, .tooManyRequests])

  static let tokenDescription = RouteDescription(
    request: .component(
      "TokenRequest",
      .anyOf([
        .object([
          .optional("grant_type", .constant(grantType)), Schema.Property("device_code", secret),
          Schema.Property("code_verifier", verifier),
          .optional("client_id", .choice(Fleet.products.map(\.name))),
        ]),
        .object([
          Schema.Property("grant_type", .constant(codeGrantType)), Schema.Property("code", secret),
          Schema.Property("code_verifier", verifier),
          Schema.Property("client_id", .choice(Fleet.products.map(\.name))),
          Schema.Property("redirect_uri", .text(1...512)),
        ]),
      ])),
    answers: [
      .json(
        .component(
          "DeviceSession",
          .object([
            Schema.Property("access_token", secret),
            Schema.Property("token_type", .constant("Bearer")),
            Schema.Property("expires_in", seconds), Schema.Property("revoke_handle", secret),
            Schema.Property("hub_key", .hash), Schema.Property("session_id", .uuid),
          ])), "The session; it is given once.")
    ],
    errors: [
      .invalidRequest, .authorizationPending, .slowDown, .accessDenied, .expiredToken,
      .invalidGrant,
    ])

  private static let secret = Schema.text(1...512)
  private static let verifier = Schema.text(pattern: "^[A-Za-z0-9._~-]{43,128}$")
  private static let seconds = Schema.integer(0...Int64(Int32.max))
}
