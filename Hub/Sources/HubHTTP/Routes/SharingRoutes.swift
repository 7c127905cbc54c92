import HubContracts
import HubCore
import ToolboxHTTP

/// `/v1/shared/days`: what other apps have said of their days, as far as the person lets an app read it.
///
/// Source: docs/protocol/sharing.md.
public struct SharingRoutes: Sendable {
  private let sharing: SharingService

  public init(sharing: SharingService) { self.sharing = sharing }

  public var routes: [Route] {
    [
      .device(
        .get, SharedDays.path, summary: "What other apps said of their days, where it is shared.",
        respond: days
      ).described(Self.daysDescription)
    ]
  }

  /// What the person shares with the session's app, as it is now.
  ///
  /// Query: `from` and `to`, days of the account's time zone, both included.
  ///
  /// Replies:
  /// - 200: a ``SharedDays``; of domains that are not shared, or not any more, it holds nothing.
  /// - 400: `from` or `to` is no day, or they are not 1 to ``SharedDays/daysMax`` days.
  private func days(_ routed: RoutedRequest, _ device: DeviceCaller) async -> HTTPResponse {
    do throws(RequestRefusal) {
      let fields = try LifeFields(routed.request)
      guard let first = fields["from"].flatMap(Day.init), let last = fields["to"].flatMap(Day.init),
        first <= last, last.number - first.number < SharedDays.daysMax
      else {
        throw RequestRefusal(
          .invalidRange, "from and to must be days, at most \(SharedDays.daysMax) of them.")
      }
      do throws(StorageError) {
        return .json(try await sharing.days(first...last, for: device.deviceSession).json)
      } catch { return .failure(error) }
    } catch { return .error(error.code, error.message) }
  }
}

extension SharingRoutes {
  static let daysDescription = RouteDescription(
    [
      .query("from", .day, isRequired: true, "The first day."),
      .query(
        "to", .day, isRequired: true, "The last day; at most \(SharedDays.daysMax) days together."),
    ],
    answers: [
      .json(
        .component(
          "SharedDays",
          .object([
            Schema.Property("domains", .array(.domain)),
            Schema.Property(
              "days",
              .array(
                .object([
                  Schema.Property("domain", .domain), Schema.Property("day", .day),
                  Schema.Property("facts", .object([])), Schema.Property("recordedAt", .time),
                ]))),
          ])), "Whose days are shared with this session, and what their apps said of them.")
    ],
    errors: [.invalidRange])
}
