import HubContracts
import HubHTTP

extension TodayPages {
  static let valuesDescription = RouteDescription(
    answers: [
      .json(
        .component(
          "Today",
          .object([
            Schema.Property("day", .day), Schema.Property("timeZone", .text()),
            Schema.Property("start", .minute), Schema.Property("end", .minute),
            Schema.Property("generatedAt", .time), Schema.Property("apps", .array(app)),
            Schema.Property("timeline", .array(entry)),
            Schema.Property("isTimelineWhole", .boolean),
            Schema.Property("unreadableRecords", count),
          ])), "The account's present day; what is not known is absent.")
    ])

  private static let app = Schema.object([
    Schema.Property("app", .choice(Fleet.products.map(\.name))),
    Schema.Property(
      "state",
      .choice(["today", "nothing_yet", "not_connected", "asking", "unavailable"])),
    Schema.Property("devices", count), .optional("attention", .object(Schema.attention)),
    .optional("summary", summary),
    Schema.Property(
      "week",
      .array(.object([Schema.Property("day", .day), .optional("summary", summary)]))),
  ])

  private static let summary = Schema.component(
    "DaySummary",
    .object([Schema.Property("facts", .object([])), Schema.Property("recordedAt", .time)]))

  private static let entry = Schema.object([
    Schema.Property("domain", .domain), Schema.Property("type", .text()),
    Schema.Property("id", .recordID), Schema.Property("facts", .object([])),
  ])

  private static let count = Schema.integer(0...Int64(Int32.max))
}
