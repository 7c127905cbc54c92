import ToolboxHTTP

/// `/v1/openapi.json`: the API's description, of itself too.
public enum OpenAPIRoute {
  /// `routes` with this one among them.
  public static func joining(_ routes: [Route]) -> [Route] {
    let document = OpenAPIDocument(of: routes + [route(answering: [])]).json
    return routes + [route(answering: document)]
  }

  private static func route(answering document: [UInt8]) -> Route {
    Route(
      .get, "/v1/openapi.json", access: .open, summary: "This description, in OpenAPI 3.1."
    ) { _ in
      .json(document)
    }.described(
      RouteDescription(
        answers: [.json(.object([]), "The description.")]))
  }
}
