extension EventRoutes {
  static let eventsDescription = RouteDescription(
    [
      .header(
        "Last-Event-ID", .cursor, "The cursor that the device has; only heads past it are told.")
    ],
    answers: [
      .events(
        "Events named head, each with a domain, its newest cursor and the epoch; a comment every "
          + "12 s while nothing moves.")
    ],
    errors: [.invalidRequest, .tooManyStreams])
}
