import HubContracts
import HubCore

extension LifeRoutes {
  static let summaryDescription = RouteDescription(
    [domainParameter],
    answers: [
      .json(
        .component(
          "DomainSummary",
          .object([
            Schema.Property("domain", .domain), Schema.Property("source", .constant("hub")),
            Schema.Property("activeCount", count),
            Schema.Property(
              "counts",
              .array(
                .object([Schema.Property("type", .text()), Schema.Property("count", count)]))),
            .optional("latest", .lifeItem), .optional("lastUpdatedAt", .time),
          ])), "How many records there are; the newest one, where there is any.")
    ],
    errors: [.unknownDomain, .forbidden])

  static let recordsDescription = RouteDescription(
    [domainParameter] + pageParameters, answers: [page],
    errors: [.unknownDomain, .forbidden, .invalidRequest, .invalidRange, .invalidPagination])

  public static let eventsDescription = RouteDescription(
    [.query("domain", orEmpty(.domain), "One domain; absent for all.")] + pageParameters,
    answers: [page],
    errors: [.invalidDomain, .forbidden, .invalidRequest, .invalidRange, .invalidPagination])

  private static let domainParameter = RouteDescription.Parameter.path(
    "domain", .domain, "One that has contracts.")

  private static let pageParameters: [RouteDescription.Parameter] = [
    .query("type", .text(), "One type of record; absent for all."),
    .query("start", .anyOf([.day, .minute, .constant("")]), "The first day or minute."),
    .query(
      "end", .anyOf([.day, .minute, .constant("")]), "The last day, or the minute that ends it."),
    .query(
      "limit", orEmpty(.integer(1...Int64(LifeFields.limitMax))), "Items of a page; 20 without it."),
    .query(
      "offset", orEmpty(.integer(0...Int64(RecordQuery.offsetMax))), "Items that are skipped."),
  ]

  private static let page = RouteDescription.Answer.json(
    .component(
      "LifePage",
      .object([
        .optional("domain", .domain), Schema.Property("source", .constant("hub")),
        Schema.Property("generatedAt", .time), Schema.Property("items", .array(.lifeItem)),
        Schema.Property(
          "page",
          .object([
            Schema.Property("limit", count), Schema.Property("offset", count),
            Schema.Property("total", count), .optional("nextOffset", count),
          ])),
      ])), "Newest first; nextOffset is there while more match.")

  /// Empty is the same as absent.
  private static func orEmpty(_ schema: Schema) -> Schema { .anyOf([schema, .constant("")]) }

  private static let count = Schema.integer(0...SyncLimits.stampMax)
}

extension Schema {
  /// A record as it is shown: a detail itself is for devices.
  fileprivate static let lifeItem = Schema.component(
    "LifeItem",
    .object([
      .optional("domain", .domain), Property("id", .recordID), .optional("type", .text()),
      Property("occurredAt", .minute), Property("recordedAt", .time),
      Property("version", .version), Property("originDeviceId", .uuid),
      .optional("facts", .object([])), Property("hasDetail", .boolean),
    ]))
}
