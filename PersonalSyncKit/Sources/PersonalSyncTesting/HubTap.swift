import HubContracts
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxLocks

/// Sees what reaches the Hub and what it answers, before any answer is lost.
final class HubTap: HTTPClient {
  struct Entry: Sendable {
    var device: DeviceID
    var bearer: String
    var mutation: Mutation
    var outcome: PushResult.Outcome
  }

  private let hub: any HTTPClient
  private let entries = Locked<[Entry]>([])

  init(_ hub: any HTTPClient) { self.hub = hub }

  var log: [Entry] { entries.withLock { $0 } }

  /// Whether the version that a mutation was based on was a tombstone.
  func wasDeleted(_ mutation: Mutation) -> Bool {
    log.contains { entry in
      guard case .accepted(let version, _) = entry.outcome else { return false }
      return entry.mutation.record == mutation.record && version == mutation.base
        && entry.mutation.operation == .delete
    }
  }

  func send(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    let response = try await hub.send(request, to: origin)
    if request.path == "/v1/sync/push", response.status == 200 { note(request, response) }
    return response
  }

  func stream(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    try await hub.stream(request, to: origin)
  }

  private func note(_ request: HTTPRequest, _ response: HTTPResponse) {
    let push: PushRequest
    let answer: PushAnswer
    do {
      push = try PushRequest.read(request.body)
      answer = try PushAnswer.read(response.bytes ?? [], domain: push.domain)
    } catch { preconditionFailure("the Hub and the kit do not speak the same wire: \(error)") }
    let bearer = request.headers["Authorization"] ?? ""
    entries.withLock { entries in
      for (item, result) in zip(push.items, answer.results) {
        guard case .success(let mutation) = item.content else { continue }
        entries.append(
          Entry(device: push.device, bearer: bearer, mutation: mutation, outcome: result.outcome))
      }
    }
  }
}
