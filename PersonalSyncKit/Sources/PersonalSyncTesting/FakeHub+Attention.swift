import HubContracts
import ToolboxHTTP

/// What devices say that waits there for their person (docs/protocol/sync.md, "What waits for a person").
extension FakeHub {
  /// From now on the Hub wants to be told; before, it is one that is older than this.
  public func knowAttention() { memory.withLock { $0.knowsAttention = true } }

  /// What the account's devices said, in no order.
  public func attention(of account: Account) -> [AttentionCounts] {
    memory.withLock { memory in
      memory.sessions.values.filter { $0.account == account }.compactMap {
        memory.attention[$0.id]
      }
    }
  }

  /// The answer with what the Hub was told of the session.
  func saying(_ response: HTTPResponse, _ session: LiveSession) -> HTTPResponse {
    memory.withLock { memory in
      guard memory.knowsAttention else { return response }
      var response = response
      response.headers[AttentionCounts.header] =
        (memory.attention[session.id] ?? .nothing).text
      return response
    }
  }

  func attention(_ request: HTTPRequest, _ session: LiveSession) -> HTTPResponse {
    do throws(RequestRefusal) {
      let counts = try AttentionCounts.read(request.body)
      memory.withLock { $0.attention[session.id] = counts }
      return HTTPResponse(status: 204)
    } catch { return Self.refusal(error.code) }
  }
}
