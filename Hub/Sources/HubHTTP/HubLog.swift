/// Where the router says what it answered.
///
/// A line has nothing in it that a client chose: no path, query, header, body, token or address.
public protocol HubLog: Sendable {
  func answered(_ line: HubLogLine)
}

public struct HubLogLine: Sendable, Equatable {
  public let requestID: String
  public let method: String
  /// The route's template, such as `/v1/sync/push`; `unknown` where there is none.
  public let route: String
  public let status: Int
  /// Of an error.
  public let code: String?
  public let duration: Duration

  package init(
    requestID: String, method: String, route: String, status: Int, code: String?,
    duration: Duration
  ) {
    self.requestID = requestID
    self.method = method
    self.route = route
    self.status = status
    self.code = code
    self.duration = duration
  }
}

/// Keeps no log.
public struct NoLog: HubLog {
  public init() {}
  public func answered(_ line: HubLogLine) {}
}
