import HubContracts
import ToolboxJSON

/// The API's description (OpenAPI 3.1), made of the route table and the contract table.
///
/// Nothing is listed here: a route without a ``Route/description`` is not in it, and every record
/// that a contract allows is.
public struct OpenAPIDocument: Sendable {
  private let routes: [(route: Route, description: RouteDescription)]

  public init(of routes: [Route]) {
    self.routes =
      routes
      .compactMap { route in route.description.map { (route, $0) } }
      .sorted {
        ($0.route.path, $0.route.method.rawValue) < ($1.route.path, $1.route.method.rawValue)
      }
  }

  public var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("openapi", "3.1.0")
        json.member("info") { writeInfo(to: &$0) }
        json.member("servers") { json in
          json.array(["/"]) { json, url in json.object { $0.member("url", url) } }
        }
        json.member("paths") { writePaths(to: &$0) }
        json.member("components") { writeComponents(to: &$0) }
      }
    }
  }

  private func writeInfo(to json: inout JSONWriter) {
    json.object { json in
      json.member("title", "Hub")
      json.member("version", String(SyncLimits.protocolVersions.last ?? 0))
      json.member(
        "description",
        "Rules and promises stand in docs/protocol. Answers may get more members; skip those that "
          + "you do not know. A code of an error is never renamed; treat one that you do not know by "
          + "its status.")
    }
  }

  private func writePaths(to json: inout JSONWriter) {
    let paths = routes.map(\.route.path).reduce(into: [String]()) { paths, path in
      if paths.last != path { paths.append(path) }
    }
    json.object { json in
      for path in paths {
        json.member(named: path) { json in
          json.object { json in
            for (route, description) in routes where route.path == path {
              json.member(named: route.method.rawValue.lowercased()) {
                OpenAPIOperation(route: route, description: description).write(to: &$0)
              }
            }
          }
        }
      }
    }
  }

  // MARK: - Components

  private func writeComponents(to json: inout JSONWriter) {
    var seen: Set<String> = []
    let components = routes.flatMap(\.description.schemas).flatMap(\.components)
      .filter { seen.insert($0.name).inserted }
      .sorted { $0.name < $1.name }
    json.object { json in
      json.member("schemas") { json in
        json.object { json in
          for component in components {
            json.member(named: component.name) { component.schema.write(to: &$0) }
          }
        }
      }
      json.member("securitySchemes") { Self.writeSecuritySchemes(to: &$0) }
    }
  }

  private static func writeSecuritySchemes(to json: inout JSONWriter) {
    json.object { json in
      json.member("bearer") { json in
        json.object { json in
          json.member("type", "http")
          json.member("scheme", "bearer")
          json.member("description", "An app's session, from /oauth/token.")
        }
      }
      json.member("browser") { json in
        json.object { json in
          json.member("type", "apiKey")
          json.member("in", "cookie")
          json.member("name", "__Host-hub")
          json.member(
            "description",
            "A person's session in a browser; for the Hub's own pages. Named hub_dev without TLS.")
        }
      }
    }
  }
}

extension RouteDescription {
  var schemas: [Schema] {
    let contents = answers.compactMap { answer -> Schema? in
      guard case .json(let schema) = answer.content else { return nil }
      return schema
    }
    return parameters.map(\.schema) + contents + (request.map { [$0] } ?? [])
  }
}
