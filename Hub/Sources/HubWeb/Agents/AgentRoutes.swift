import HubContracts
import HubCore
import HubHTTP
import ToolboxHTTP
import ToolboxJSON

/// `/mcp`: what agents may ask, by the Model Context Protocol over HTTP.
///
/// Each answer is one JSON value: there is no stream, no session and nothing that the Hub asks back.
/// Source: docs/protocol/agents.md.
public struct AgentRoutes: Sendable {
  private static let bodyBytesMax = 65_536

  private let parts: HubPages.Parts

  public init(_ parts: HubPages.Parts) { self.parts = parts }

  public var routes: [Route] {
    [
      .agent(
        .post, "/mcp", body: .json(bytesMax: Self.bodyBytesMax),
        summary: "One message of the Model Context Protocol.", respond: message)
    ]
  }

  /// Answers one message.
  ///
  /// Replies:
  /// - 200: the result; a tool that could not do it says so in there.
  /// - 202: a notification, which changes nothing here.
  /// - 400, 404: an error of JSON-RPC.
  /// - 403: a page of another site asks.
  private func message(_ routed: RoutedRequest, _ agent: AgentSession) async -> HTTPResponse {
    let origin = routed.request.headers["Origin"]
    guard origin == nil || origin == routed.origin.text else {
      return .error(.crossSite, "Another site asked for this. Nothing was done.")
    }
    do throws(MCPRefusal) {
      let message = try MCPMessage(routed.request)
      guard let id = message.id else { return HTTPResponse(status: 202) }
      let result = try await result(of: message, id, routed, agent)
      return .json(
        JSONWriter.write { json in
          json.object { json in
            json.member("jsonrpc", "2.0")
            json.member("id") { MCPMessage.ID.write(id, to: &$0) }
            json.member("result", raw: result)
          }
        })
    } catch { return error.response }
  }

  private func result(
    of message: MCPMessage, _ id: MCPMessage.ID, _ routed: RoutedRequest, _ agent: AgentSession
  ) async throws(MCPRefusal) -> [UInt8] {
    switch (message.method, message.standsAlone) {
    case ("initialize", false): return Self.welcome(message)
    case ("ping", false): return Array("{}".utf8)
    case ("server/discover", true): return Self.discovery
    case ("tools/list", _): return Self.list(tools(of: agent), message)
    case ("tools/call", _): return try await call(message, id, routed, agent)
    default: throw MCPRefusal(.methodNotFound, "There is no such method here.", id: id)
    }
  }

  /// Those that the agent's scopes open, in the order of the scopes.
  private func tools(of agent: AgentSession) -> [AgentTool] {
    AgentTools(parts: parts).all.filter { agent.agent.scopes.contains($0.scope) }
  }

  // MARK: - Calling a tool

  private func call(
    _ message: MCPMessage, _ id: MCPMessage.ID, _ routed: RoutedRequest, _ agent: AgentSession
  ) async throws(MCPRefusal) -> [UInt8] {
    // One that the agent may not use is answered like one that there is not.
    guard let name = message.toolName,
      let tool = tools(of: agent).first(where: { $0.name == name })
    else { throw MCPRefusal(.invalidParams, "There is no such tool.", id: id) }
    guard let query = tool.query(of: message.params?["arguments"]) else {
      return Self.told("The arguments are not those of the tool.", message)
    }
    var routed = routed
    routed.request.query = query.encoded
    let answer = await tool.answer(routed, agent)
    let bytes = answer.bytes ?? []
    guard answer.status == 200 else {
      return Self.told(HubErrorBody(json: bytes)?.message ?? "The Hub could not answer.", message)
    }
    return Self.result(message) { json in
      json.member("content") { Self.writeText(String(decoding: bytes, as: UTF8.self), to: &$0) }
      json.member("structuredContent", raw: bytes)
      json.member("isError", false)
    }
  }

  /// What went wrong, for the model to read.
  private static func told(_ problem: String, _ message: MCPMessage) -> [UInt8] {
    result(message) { json in
      json.member("content") { writeText(problem, to: &$0) }
      json.member("isError", true)
    }
  }

  private static func writeText(_ text: String, to json: inout JSONWriter) {
    json.array([text]) { json, text in
      json.object { json in
        json.member("type", "text")
        json.member("text", text)
      }
    }
  }

  // MARK: - What there is

  private static func list(_ tools: [AgentTool], _ message: MCPMessage) -> [UInt8] {
    result(message, isCacheable: true) { json in
      json.member("tools") { json in json.array(tools) { $1.write(to: &$0) } }
    }
  }

  private static func welcome(_ message: MCPMessage) -> [UInt8] {
    let versions = MCPMessage.handshakeVersions
    var version = versions[0]
    if case .string(let asked)? = message.params?["protocolVersion"]?.value,
      versions.contains(asked)
    {
      version = asked
    }
    return result(message) { json in
      json.member("protocolVersion", version)
      json.member("serverInfo") { writeName(to: &$0) }
      writeAbilities(to: &json)
    }
  }

  private static let discovery = JSONWriter.write { json in
    json.object { json in
      json.member("resultType", "complete")
      json.member("supportedVersions") { json in
        json.array(MCPMessage.aloneVersions) { $0.string($1) }
      }
      json.member("_meta") { json in
        json.object { json in
          json.member("io.modelcontextprotocol/serverInfo") { writeName(to: &$0) }
        }
      }
      writeAbilities(to: &json)
      writeCaching(to: &json)
    }
  }

  private static func writeName(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", "hub")
      json.member("title", "Hub")
      json.member("version", String(SyncLimits.protocolVersions.last ?? 0))
    }
  }

  private static func writeAbilities(to json: inout JSONWriter) {
    json.member("capabilities") { json in
      json.object { json in json.member("tools") { $0.object { _ in } } }
    }
    json.member(
      "instructions",
      """
      The person's own Hub. It knows numbers and times of their apps and no words; what an agent \
      proposes is done only once the person has approved it.
      """)
  }

  /// What a later revision wants to be told of each result.
  private static func result(
    _ message: MCPMessage, isCacheable: Bool = false, _ members: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        if message.standsAlone {
          json.member("resultType", "complete")
          if isCacheable { writeCaching(to: &json) }
        }
        members(&json)
      }
    }
  }

  /// Not at all: scopes can end at any time.
  private static func writeCaching(to json: inout JSONWriter) {
    json.member("ttlMs", 0)
    json.member("cacheScope", "private")
  }
}
