import ToolboxHTTP
import ToolboxJSON

/// One message of a client of the Model Context Protocol, as JSON-RPC 2.0 has it.
///
/// Two eras are spoken. Since the revision 2026-07-28 each request stands alone and says in
/// `params._meta` what the client speaks; before, `initialize` came first. Here no request needs
/// another in either: nothing is kept between two.
struct MCPMessage {
  /// Newest first.
  static let aloneVersions = ["2026-07-28"]
  static let handshakeVersions = ["2025-11-25", "2025-06-18", "2025-03-26"]

  enum ID: Equatable {
    case number(Int64)
    case text(String)
  }

  /// Nil for a notification, which is not answered.
  let id: ID?
  let method: String
  let params: JSONNode?
  /// Whether it is of the later era.
  let standsAlone: Bool

  /// Reads a request's body, and holds it against the headers that repeat parts of it.
  init(_ request: HTTPRequest) throws(MCPRefusal) {
    let node: JSONNode
    do {
      node = try JSONNode.parse(request.body, limits: JSONLimits(depth: 16, membersPerObject: 64))
    } catch { throw MCPRefusal(.parseError, "The body is not strict JSON.", id: nil) }
    id = Self.id(in: node)
    guard node["jsonrpc"]?.value == .string("2.0"),
      case .string(let method)? = node["method"]?.value,
      node["id"] == nil || id != nil
    else { throw MCPRefusal(.invalidRequest, "This is no request of JSON-RPC 2.0.", id: id) }
    self.method = method
    params = node["params"]
    let version = request.headers["MCP-Protocol-Version"]
    standsAlone = version.map { !Self.handshakeVersions.contains($0) } ?? false
    if standsAlone, let version, id != nil { try checkEnvelope(version, request.headers) }
  }

  private static func id(in node: JSONNode) -> ID? {
    switch node["id"]?.value {
    case .integer(let number): .number(number)
    case .string(let text): .text(text)
    case .null, .bool, .number, .array, .object, nil: nil
    }
  }

  /// What a request says of itself must be the same in its headers, by which proxies may route.
  private func checkEnvelope(
    _ version: String, _ headers: HTTPHeaders
  ) throws(MCPRefusal) {
    let meta = params?["_meta"]
    guard case .string(let own)? = meta?["io.modelcontextprotocol/protocolVersion"]?.value,
      meta?["io.modelcontextprotocol/clientCapabilities"] != nil
    else {
      throw MCPRefusal(
        .invalidParams, "params._meta says no protocolVersion or no clientCapabilities.", id: id)
    }
    guard own == version, headers["Mcp-Method"] == method,
      method != "tools/call" || headers["Mcp-Name"] == toolName
    else {
      throw MCPRefusal(
        .headerMismatch, "MCP-Protocol-Version, Mcp-Method or Mcp-Name is not what the body says.",
        id: id)
    }
    guard Self.aloneVersions.contains(version) else {
      throw MCPRefusal(
        .unsupportedVersion, "This revision is not spoken here.", id: id, requested: version)
    }
  }

  /// The tool that is called; nil for another method.
  var toolName: String? {
    guard method == "tools/call", case .string(let name)? = params?["name"]?.value else {
      return nil
    }
    return name
  }
}

/// Why a message was not done.
struct MCPRefusal: Error {
  enum Code: Int64 {
    case parseError = -32_700
    case invalidRequest = -32_600
    case methodNotFound = -32_601
    case invalidParams = -32_602
    case headerMismatch = -32_020
    case unsupportedVersion = -32_022
  }

  let code: Code
  let message: String
  let id: MCPMessage.ID?
  /// The revision that is not spoken.
  let requested: String?

  init(_ code: Code, _ message: String, id: MCPMessage.ID?, requested: String? = nil) {
    self.code = code
    self.message = message
    self.id = id
    self.requested = requested
  }

  var response: HTTPResponse {
    let body = JSONWriter.write { json in
      json.object { json in
        json.member("jsonrpc", "2.0")
        json.member("id") { MCPMessage.ID.write(id, to: &$0) }
        json.member("error") { json in
          json.object { json in
            json.member("code", code.rawValue)
            json.member("message", message)
            if let requested { json.member("data") { Self.write(requested, to: &$0) } }
          }
        }
      }
    }
    return .json(status: code == .methodNotFound ? 404 : 400, body)
  }

  private static func write(_ requested: String, to json: inout JSONWriter) {
    json.object { json in
      json.member("supported") { json in
        json.array(MCPMessage.aloneVersions) { $0.string($1) }
      }
      json.member("requested", requested)
    }
  }
}

extension MCPMessage.ID {
  static func write(_ id: MCPMessage.ID?, to json: inout JSONWriter) {
    switch id {
    case .number(let number): json.integer(number)
    case .text(let text): json.string(text)
    case nil: json.null()
    }
  }
}
