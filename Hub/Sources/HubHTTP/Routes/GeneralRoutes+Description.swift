extension GeneralRoutes {
  static let healthDescription = RouteDescription(
    answers: [
      .json(
        .object([
          Schema.Property("status", .constant("ok")),
          Schema.Property("service", .constant("hub")),
        ]), "It runs.")
    ])

  static let readyDescription = RouteDescription(
    answers: [
      .json(.object([Schema.Property("status", .constant("ready"))]), "It can work.")
    ])

  static let limitsDescription = RouteDescription(
    answers: [
      .json(
        .component(
          "Limits",
          .object(
            [
              "mutationsPerPush", "pushBytes", "changesPerPage", "pageBytes", "replayPages",
              "sealedCharacters",
            ].map { Schema.Property($0, .integer(1...Int64(Int32.max))) } + [
              Schema.Property("protocolVersions", .array(.integer(1...1_000))),
              Schema.Property("contracts", .digest),
            ])), "The bounds.")
    ])
}
