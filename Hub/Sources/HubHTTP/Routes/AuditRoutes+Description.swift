import HubContracts

extension AuditRoutes {
  static let pageDescription = RouteDescription(
    [
      .query("after", entry, "The entry behind which commitments are asked for; 0 without it."),
      .query("upto", entry, "The last entry asked for; the checkpoint's without it."),
    ],
    answers: [
      .json(
        .component(
          "AuditPage",
          .object([
            Schema.Property("checkpoint", .text()),
            Schema.Property(
              "commitments", .array(hash, count: 0...AuditChain.commitmentsPerPageMax)),
          ])), "The newest checkpoint, as a signed note, and the commitments in order.")
    ],
    errors: [.invalidRequest])

  static let witnessDescription = RouteDescription(
    request: .object([
      Schema.Property("size", .integer(1...Int64.max)), Schema.Property("link", hash),
    ]),
    answers: [.nothing(204, "Noted, in place of what this device said before.")],
    errors: [.invalidRequest])

  private static let entry = Schema.integer(0...Int64.max)

  /// Base64 of 32 bytes.
  private static let hash = Schema.text(pattern: "^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$")
}
