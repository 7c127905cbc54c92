import HubContracts

/// What a program has to know to call a route, and to read what it answers.
///
/// What follows from the route's own access and body (401, 413, …) is not repeated here: the API's
/// description adds it (``OpenAPIDocument``).
public struct RouteDescription: Sendable {
  public var parameters: [Parameter]
  /// Of the body, whose types the route's ``Route/body`` says.
  public var request: Schema?
  /// Whether the route reads a bearer, or another secret in its place, by itself.
  public var readsBearer: Bool
  /// Of success.
  public var answers: [Answer]
  /// What the route itself refuses with, beyond what every route may.
  public var errors: [HubErrorCode]

  public init(
    _ parameters: [Parameter] = [], request: Schema? = nil, readsBearer: Bool = false,
    answers: [Answer], errors: [HubErrorCode] = []
  ) {
    self.parameters = parameters
    self.request = request
    self.readsBearer = readsBearer
    self.answers = answers
    self.errors = errors
  }

  public struct Parameter: Sendable {
    public enum Place: String, Sendable { case path, query, header }

    public let name: String
    public let place: Place
    public let schema: Schema
    public let isRequired: Bool
    /// One sentence for a developer.
    public let explanation: String

    public static func path(_ name: String, _ schema: Schema, _ explanation: String) -> Parameter {
      Parameter(
        name: name, place: .path, schema: schema, isRequired: true, explanation: explanation)
    }

    public static func query(
      _ name: String, _ schema: Schema, isRequired: Bool = false, _ explanation: String
    ) -> Parameter {
      Parameter(
        name: name, place: .query, schema: schema, isRequired: isRequired, explanation: explanation)
    }

    public static func header(
      _ name: String, _ schema: Schema, isRequired: Bool = false, _ explanation: String
    ) -> Parameter {
      Parameter(
        name: name, place: .header, schema: schema, isRequired: isRequired,
        explanation: explanation)
    }
  }

  public struct Answer: Sendable {
    public enum Content: Sendable {
      case nothing
      case json(Schema)
      /// Server-sent events without an end.
      case events
    }

    public let status: Int
    public let content: Content
    /// Names of headers that always come with it.
    public let headers: [String]
    /// One sentence for a developer.
    public let explanation: String

    /// 200 with a value.
    public static func json(
      _ schema: Schema, headers: [String] = [], _ explanation: String
    ) -> Answer {
      Answer(status: 200, content: .json(schema), headers: headers, explanation: explanation)
    }

    public static func nothing(_ status: Int, _ explanation: String) -> Answer {
      Answer(status: status, content: .nothing, headers: [], explanation: explanation)
    }

    public static func events(_ explanation: String) -> Answer {
      Answer(status: 200, content: .events, headers: [], explanation: explanation)
    }
  }
}

extension Route {
  /// The same route with what programs have to know of it.
  public func described(_ description: RouteDescription) -> Route {
    var route = self
    route.description = description
    return route
  }
}
