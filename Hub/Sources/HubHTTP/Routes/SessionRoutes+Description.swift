import HubContracts

extension SessionRoutes {
  static let statementDescription = RouteDescription(
    [nonceParameter],
    answers: [
      .json(
        .component(
          "SessionStatement",
          .object([
            Schema.Property("statement", .constant("hub-session-v1")),
            Schema.Property("hub", .uuid), Schema.Property("hubKey", .hash),
            Schema.Property("account", .uuid), Schema.Property("accountName", .text(1...40)),
            Schema.Property("timeZone", .text()), Schema.Property("session", .uuid),
            Schema.Property("client", .choice(Fleet.products.map(\.name))),
            Schema.Property("document", .uuid), Schema.Property("issuedAt", milliseconds),
            Schema.Property("expiresAt", milliseconds), Schema.Property("nonce", .hash),
          ])), headers: [SessionStatement.signatureHeader],
        "The statement; the header is the Ed25519 signature over exactly its bytes.")
    ],
    errors: [.invalidRequest])

  static let signOutDescription = RouteDescription(
    readsBearer: true,
    answers: [.nothing(204, "The session is over, or was before.")],
    errors: [.tooManyRequests])

  static let rotateDescription = RouteDescription(
    request: .object([Schema.Property("next", .hash)]),
    answers: [
      .nothing(204, "Kept; the first request with the new bearer ends the old.")
    ],
    errors: [.invalidRequest])

  static let attentionDescription = RouteDescription(
    request: .object(Schema.attention, isClosed: true),
    answers: [.nothing(204, "Kept, in place of what the session said before.")],
    errors: [.invalidRequest])

  static let revokeDescription = RouteDescription(
    request: .object([Schema.Property("token", .anyOf([.text(), .integer(Int64.min...Int64.max)]))]
    ),
    answers: [
      .nothing(200, "No session has this secret any more, or ever had.")
    ],
    errors: [.invalidRequest, .tooManyRequests])

  static let hubStatementDescription = RouteDescription(
    [nonceParameter],
    answers: [
      .json(
        .component(
          "HubStatement",
          .object([
            Schema.Property("statement", .constant("hub-self-v1")),
            Schema.Property("hub", .uuid), Schema.Property("hubKey", .hash),
            Schema.Property("protocolVersions", .array(.integer(1...1_000))),
            Schema.Property("origin", .text()), Schema.Property("nonce", .hash),
          ])), headers: [SessionStatement.signatureHeader],
        "The statement; the header is the Ed25519 signature over exactly its bytes.")
    ],
    errors: [.invalidRequest])

  private static let nonceParameter = RouteDescription.Parameter.header(
    SessionStatement.nonceHeader, .hash, isRequired: true,
    "32 random bytes, which the statement repeats.")

  private static let milliseconds = Schema.integer(0...SyncLimits.stampMax)
}
