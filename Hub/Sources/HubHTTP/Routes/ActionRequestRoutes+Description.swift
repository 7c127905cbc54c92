import HubContracts

extension ActionRequestRoutes {
  static let catalogueDescription = RouteDescription(
    [domain],
    answers: [
      .json(
        .component(
          "ActionCatalogue",
          .object([
            Schema.Property("domain", .domain),
            Schema.Property(
              "actions",
              .array(
                .object([
                  Schema.Property("action", .text(1...32)), Schema.Property("risk", .risk),
                  Schema.Property("livesSeconds", .integer(1...Int64(Int32.max))),
                  Schema.Property(
                    "parameters",
                    .array(
                      .object([
                        Schema.Property("name", .text()), Schema.Property("isRequired", .boolean),
                      ]))),
                ]))),
          ])), "What can be asked; nothing of a domain that is only read.")
    ],
    errors: [.unknownDomain, .forbidden])

  static let proposeDescription = RouteDescription(
    [domain, .path("name", .text(1...32), "One of the domain's actions.")],
    request: .component(
      "ActionProposal",
      .object(
        [
          Schema.Property("id", .uuid), Schema.Property("parameters", .anyOf(parameters)),
          .optional("precondition", .precondition),
        ], isClosed: true)),
    answers: [.actionState],
    errors: [
      .unknownDomain, .unknownAction, .invalidRequest, .contractViolation, .actionIDReused,
      .tooManyRequests, .forbidden,
    ])

  static let approveDescription = decision([.forbidden])
  static let declineDescription = decision([])
  static let cancelDescription = decision([])
  static let undoDescription = decision([.undoUnavailable])

  private static func decision(_ more: [HubErrorCode]) -> RouteDescription {
    RouteDescription(
      [.action], answers: [.actionState],
      errors: [.actionHeld, .actionNotReady, .actionOver, .leaseLost] + more)
  }

  private static let domain = RouteDescription.Parameter.path(
    "domain", .domain, "One that has contracts.")

  /// Those of every action that can be proposed.
  private static let parameters = ActionTable.all.filter { !$0.isInverseOnly }.map {
    Schema.component("\($0.domain.rawValue).\($0.name).parameters", .values(of: $0.rules))
  }
}
