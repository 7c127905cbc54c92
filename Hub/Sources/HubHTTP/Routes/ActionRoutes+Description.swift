import HubContracts

extension ActionRoutes {
  static let performedDescription = RouteDescription(
    request: .object(
      [
        Schema.Property(
          "actions",
          .array(
            .object(
              [Schema.Property("domain", .text(0...32)), Schema.Property("action", .text(0...32))],
              isClosed: true), count: 0...ActionLimits.performedMax))
      ], isClosed: true),
    answers: [.nothing(204, "Kept, in place of what the session said before.")],
    errors: [.invalidRequest])

  static let inboxDescription = RouteDescription(
    answers: [
      .json(
        .component(
          "ActionInbox",
          .object([
            Schema.Property(
              "actions",
              .array(
                .object([
                  Schema.Property("id", .uuid), Schema.Property("domain", .domain),
                  Schema.Property("action", .text(1...32)), Schema.Property("risk", .risk),
                ]), count: 0...ActionLimits.inboxMax))
          ])), "The oldest first.")
    ])

  static let leaseDescription = RouteDescription(
    [.action],
    answers: [
      .json(
        .component(
          "ActionLease",
          .object([
            Schema.Property("statement", .constant("hub-action-v1")),
            Schema.Property("account", .uuid), Schema.Property("session", .uuid),
            Schema.Property("id", .uuid), Schema.Property("domain", .domain),
            Schema.Property("action", .text(1...32)), Schema.Property("parameters", .object([])),
            .optional("precondition", .precondition), Schema.Property("risk", .risk),
            .optional("undoes", .uuid), Schema.Property("fence", .fence),
            Schema.Property("now", .milliseconds), Schema.Property("leaseEndsAt", .milliseconds),
            Schema.Property("expiresAt", .milliseconds),
          ])), headers: [ActionLease.signatureHeader],
        "The action, and until when the app has it; the header signs exactly these bytes.")
    ],
    errors: [.actionHeld, .actionNotReady, .actionOver])

  static let receiptDescription = RouteDescription(
    [.action],
    request: .component(
      "ActionReceipt",
      .anyOf([
        .object(
          [
            Schema.Property("fence", .fence), Schema.Property("result", .constant("applied")),
            Schema.Property("refs", .array(.recordID, count: 0...ActionLimits.refsMax)),
            .optional("inverse", .inverse),
          ], isClosed: true),
        .object(
          [
            Schema.Property("fence", .fence), Schema.Property("result", .constant("rejected")),
            Schema.Property("reason", .choice(ActionRefusal.allCases.map(\.rawValue))),
          ], isClosed: true),
      ])),
    answers: [.actionState],
    errors: [.invalidRequest, .leaseLost, .actionOver, .actionHeld, .actionNotReady])
}

extension RouteDescription.Parameter {
  static let action = RouteDescription.Parameter.path("action", .uuid, "The action's id.")
}

extension RouteDescription.Answer {
  static let actionState = RouteDescription.Answer.json(
    .component(
      "ActionState",
      .object([
        Schema.Property("id", .uuid),
        Schema.Property("state", .choice(ActionState.allCases.map(\.rawValue))),
      ])), "Where the action stands now.")
}

extension Schema {
  static let risk = Schema.component("ActionRisk", .choice(ActionRisk.allCases.map(\.rawValue)))

  /// Which lease of an action it is; a later one has a higher number.
  fileprivate static let fence = Schema.integer(1...Int64.max - 1)
  fileprivate static let milliseconds = Schema.integer(0...SyncLimits.stampMax)

  static let precondition = Schema.component(
    "ActionPrecondition",
    .object(
      [Property("ref", .recordID), Property("version", .integer(0...SyncLimits.stampMax))],
      isClosed: true))

  fileprivate static let inverse = Schema.component(
    "InverseAction",
    .object(
      [
        Property("action", .text(1...32)), Property("parameters", .object([])),
        Property("precondition", .precondition),
      ], isClosed: true))
}
