import HubContracts
import ToolboxJSON

/// One route in the API's description.
struct OpenAPIOperation {
  let route: Route
  let description: RouteDescription

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("operationId", operationID)
      json.member("summary", route.summary)
      if !securityNames.isEmpty { json.member("security") { writeSecurity(to: &$0) } }
      if !description.parameters.isEmpty {
        json.member("parameters") { json in
          json.array(description.parameters) { $1.write(to: &$0) }
        }
      }
      if let request = description.request {
        json.member("requestBody") { write(request, to: &$0) }
      }
      json.member("responses") { writeAnswers(to: &$0) }
    }
  }

  /// `get_v1_sync_pull`: from method and path, which no two routes share.
  private var operationID: String {
    let words =
      ([route.method.rawValue.lowercased()] + route.path.split(separator: "/").map(String.init))
    return words.joined(separator: "_").filter { $0 != "{" && $0 != "}" }
      .map { $0 == "-" || $0 == "." ? "_" : String($0) }.joined()
  }

  // MARK: - Who may call

  private var securityNames: [String] {
    if description.readsBearer { return ["bearer"] }
    return switch route.access {
    case .open, .visitor: []
    case .device, .deviceAsking, .agent: ["bearer"]
    case .person: ["browser"]
    case .deviceOrPerson: ["bearer", "browser"]
    }
  }

  /// One of them is enough.
  private func writeSecurity(to json: inout JSONWriter) {
    json.array(securityNames) { json, name in
      json.object { json in json.member(named: name) { $0.array([String]()) { _, _ in } } }
    }
  }

  // MARK: - Request

  private func write(_ request: Schema, to json: inout JSONWriter) {
    json.object { json in
      json.member("required", true)
      json.member("content") { json in
        json.object { json in
          for type in route.body.types {
            json.member(named: type) { json in
              json.object { json in json.member("schema") { request.write(to: &$0) } }
            }
          }
        }
      }
    }
  }

  // MARK: - Answers

  private func writeAnswers(to json: inout JSONWriter) {
    json.object { json in
      for answer in description.answers {
        json.member(named: String(answer.status)) { answer.write(to: &$0) }
      }
      let byStatus = Dictionary(grouping: Set(errors), by: \.status)
      for (status, codes) in byStatus.sorted(by: { $0.key < $1.key }) {
        json.member(named: String(status)) {
          Self.write(codes.map(\.rawValue).sorted(), to: &$0)
        }
      }
    }
  }

  /// What the route refuses with, what its access and body mean, and what may befall every request.
  private var errors: [HubErrorCode] {
    description.errors + codesOfAccess + (description.request == nil ? [] : Self.codesOfBodies)
      + Self.codesOfEveryRequest
  }

  private var codesOfAccess: [HubErrorCode] {
    switch route.access {
    case .open: description.readsBearer ? [.unauthorized] : []
    case .device: [.unauthorized, .documentOwned]
    case .deviceAsking, .agent: [.unauthorized]
    case .visitor: [.crossSite]
    case .person, .deviceOrPerson: [.unauthorized, .crossSite]
    }
  }

  private static let codesOfBodies: [HubErrorCode] = [
    .invalidJSON, .unsupportedMediaType, .payloadTooLarge,
  ]

  private static let codesOfEveryRequest: [HubErrorCode] = [
    .badRequest, .ambiguousCredentials, .wrongHost, .notFound, .requestTimeout, .payloadTooLarge,
    .headersTooLarge, .hubBug, .invalidAnswer, .busy, .storageUnavailable, .storageFull,
  ]

  private static func write(_ codes: [String], to json: inout JSONWriter) {
    json.object { json in
      json.member("description", codes.joined(separator: ", "))
      json.member("content") { json in
        json.object { json in
          json.member("application/json") { json in
            json.object { json in
              json.member("schema") { Schema.error(codes).write(to: &$0) }
            }
          }
        }
      }
    }
  }
}

extension Schema {
  /// The Hub's one shape of error.
  fileprivate static func error(_ codes: [String]) -> Schema {
    .object([
      Property(
        "error", .object([Property("code", .choice(codes)), Property("message", .text())]))
    ])
  }
}

extension RouteDescription.Parameter {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("in", place.rawValue)
      json.member("required", isRequired)
      json.member("description", explanation)
      json.member("schema") { schema.write(to: &$0) }
    }
  }
}

extension RouteDescription.Answer {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("description", explanation)
      if !headers.isEmpty {
        json.member("headers") { json in
          json.object { json in
            for header in headers {
              json.member(named: header) { json in
                json.object { json in
                  json.member("required", true)
                  json.member("schema") { Schema.text().write(to: &$0) }
                }
              }
            }
          }
        }
      }
      switch content {
      case .nothing: break
      case .json(let schema): Self.write("application/json", schema, to: &json)
      case .events: Self.write("text/event-stream", .text(), to: &json)
      }
    }
  }

  private static func write(_ type: String, _ schema: Schema, to json: inout JSONWriter) {
    json.member("content") { json in
      json.object { json in
        json.member(named: type) { json in
          json.object { json in json.member("schema") { schema.write(to: &$0) } }
        }
      }
    }
  }
}
