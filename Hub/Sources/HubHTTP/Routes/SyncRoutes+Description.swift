import HubContracts

extension SyncRoutes {
  static let pushDescription = RouteDescription(
    [
      .header(
        "Sync-Protocol", .text(0...16),
        "2 for this protocol; anything else is taken for a program of the first generation.")
    ],
    request: .component(
      "PushRequest",
      .object(
        [
          Schema.Property("domain", .domain), Schema.Property("deviceId", .uuid),
          Schema.Property(
            "mutations", .array(.mutation, count: 1...SyncLimits.mutationsPerPushMax)),
        ], isClosed: true)),
    answers: [
      .json(
        .component(
          "PushAnswer",
          .object([
            Schema.Property(
              "results", .array(.pushResult, count: 1...SyncLimits.mutationsPerPushMax)),
            Schema.Property("epoch", .epoch),
          ])), "One result for each mutation, in order; what is accepted is on the Hub's disk.")
    ],
    errors: [.invalidRequest, .invalidDomain, .forbidden])

  static let pullDescription = RouteDescription(
    [
      .query("domain", .domain, isRequired: true, "The domain whose feed is read."),
      .query(
        "cursor", .anyOf([.cursor, .constant("")]),
        "That of the page before; absent or empty for the start."),
      .query(
        "whole", .choice(["true", "false"]),
        "true where the reader has come from the start, page by page."),
    ],
    answers: [
      .json(
        .pullPage,
        "The changes behind the cursor, rising; ask again from the page's while there are more.")
    ],
    errors: [.invalidRequest, .invalidDomain, .forbidden, .cursorExpired])
}

extension Schema {
  /// What stands in a push: an upsert, a delete, or, because one bad mutation does not spoil its
  /// neighbours, anything that can be answered by its id and key; that is then `rejected`.
  fileprivate static let mutation = Schema.component(
    "Mutation",
    .anyOf([
      .component("Upsert", mutation(.upsert, [Property("record", .record)])),
      .component("Delete", mutation(.delete, [.optional("record", .anyOf([.null, .object([])]))])),
      .component(
        "AnyMutation",
        .object([Property("id", clientID), Property("idempotencyKey", clientID)])),
    ]))

  private static func mutation(_ operation: HubContracts.Operation, _ more: [Property]) -> Schema {
    .object(
      [
        Property("id", .recordID), Property("idempotencyKey", .uuid),
        Property("operation", .constant(operation.rawValue)), Property("baseVersion", .version),
        Property("occurredAt", .minute),
        .optional("modifiedAt", .integer(0...SyncLimits.stampMax)),
      ] + more, isClosed: true)
  }

  /// The limit is one of bytes, not of characters.
  private static let clientID = Schema.text(0...SyncLimits.clientIDCharactersMax)

  fileprivate static let pushResult = Schema.component(
    "PushResult",
    .anyOf([
      result(
        .choice(["accepted", "duplicate"]),
        [Property("version", .version), Property("cursor", .cursor)]),
      result(
        .constant("conflict"),
        [
          Property("expectedVersion", .version), Property("actualVersion", .version),
          .optional("current", .change),
        ]),
      result(.constant("rejected"), [Property("reason", rejection)]),
    ]))

  private static func result(_ status: Schema, _ more: [Property]) -> Schema {
    .object(
      [
        Property("id", clientID), Property("idempotencyKey", clientID), Property("status", status),
      ] + more)
  }

  private static let rejection = Schema.object([
    Property(
      "code",
      .choice(
        [
          HubErrorCode.contractViolation, .unknownRecordType, .contentFrozen,
          .idempotencyKeyReused, .invalidRequest,
        ].map(\.rawValue))),
    .optional("field", .text()),
    .optional("reason", .choice(ContractViolation.Reason.allCases.map(\.rawValue))),
  ])

  /// A page of a domain's feed.
  static let pullPage = Schema.component(
    "PullPage",
    .object([
      Property("changes", .array(.change, count: 0...SyncLimits.changesPerPageMax)),
      Property("cursor", .cursor), Property("hasMore", .boolean), Property("epoch", .epoch),
      Property("contracts", .digest),
    ]))

  /// The newest version of a record, as the feed tells it.
  static let change = Schema.component(
    "Change",
    .object([
      Property("cursor", .cursor), Property("changeId", .uuid), Property("domain", .domain),
      Property("id", .recordID), Property("operation", .choice(["upsert", "delete"])),
      Property("version", .version), Property("occurredAt", .minute),
      Property("modifiedAt", .integer(-SyncLimits.stampMax...SyncLimits.stampMax)),
      Property("recordedAt", .time), Property("originDeviceId", .uuid),
      Property("record", .storedRecord),
    ]))
}
