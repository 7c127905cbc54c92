import HubCore
import HubHTTP
import ToolboxHTTP
import ToolboxJSON

/// Something that an agent may ask: what a page of the Hub shows, as values.
struct AgentTool: Sendable {
  let scope: AgentScope
  let title: String
  /// For the model that decides when to ask.
  let description: String
  let arguments: [Schema.Property]
  var isReadOnly = true
  /// The arguments come as the request's query, and the answer is the tool's.
  let answer: @Sendable (RoutedRequest, AgentSession) async -> HTTPResponse

  /// A tool is called as its scope is.
  var name: String { scope.rawValue }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("title", title)
      json.member("description", description)
      json.member("inputSchema") { Schema.object(arguments, isClosed: true).write(to: &$0) }
      json.member("annotations") { json in
        json.object { json in
          json.member("title", title)
          json.member("readOnlyHint", isReadOnly)
          json.member("openWorldHint", false)
        }
      }
    }
  }

  /// The arguments as a query; nil where one is unknown, or holds more than texts, numbers and flags by
  /// their names; such an object becomes its JSON.
  func query(of arguments: JSONNode?) -> HTTPQuery? {
    guard let arguments else { return [:] }
    guard case .object(let members) = arguments.value else { return nil }
    var query: HTTPQuery = [:]
    for member in members {
      guard self.arguments.contains(where: { $0.name == member.key }),
        let text = Self.text(of: member.node.value)
      else { return nil }
      query.fields.append(HTTPQuery.Field(name: member.key, value: text))
    }
    return query
  }

  private static func text(of value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .bool(let flag): String(flag)
    case .object(let members): object(members)
    case .null, .number, .array: nil
    }
  }

  /// Nil where a member is no text, number or flag itself.
  private static func object(_ members: [JSONValue.Member]) -> String? {
    var isFlat = true
    let bytes = JSONWriter.write { json in
      json.object { json in
        for member in members {
          json.member(named: member.key) { json in
            isFlat = write(member.node.value, to: &json) && isFlat
          }
        }
      }
    }
    return isFlat ? String(decoding: bytes, as: UTF8.self) : nil
  }

  private static func write(_ value: JSONValue, to json: inout JSONWriter) -> Bool {
    switch value {
    case .string(let text): json.string(text)
    case .integer(let number): json.integer(number)
    case .bool(let flag): json.bool(flag)
    case .null, .number, .array, .object:
      json.null()
      return false
    }
    return true
  }
}
