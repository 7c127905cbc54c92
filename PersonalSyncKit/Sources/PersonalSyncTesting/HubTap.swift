import HubContracts
import ToolboxCrypto
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxJSON
import ToolboxLocks

/// Sees what reaches the Hub and what it answers, before any answer is lost.
final class HubTap: HTTPClient {
  /// What the Hub has last accepted of a record.
  struct Accepted: Sendable {
    var version: Version
    var stamp: Stamp
    var isDelete: Bool
  }

  struct Memory: Sendable {
    /// Whose session a bearer is, by its hash, as bearers change.
    var people: [String: String] = [:]
    var owners: [DeviceID: String] = [:]
    var accepted: [String: [RecordID: Accepted]] = [:]
    /// Edits that the Hub has accepted, also those that newer ones have followed.
    var reached: Set<WorldDevice.Edit> = []
    /// The first promise that an answer broke.
    var broken: String?
    var conflicts = 0
    var duplicates = 0
    var revived = 0
  }

  private let hub: any HTTPClient
  private let memory = Locked(Memory())

  init(_ hub: any HTTPClient) { self.hub = hub }

  var seen: Memory { memory.withLock { $0 } }
  var broken: String? { memory.withLock { $0.broken } }

  func hasReached(_ edit: WorldDevice.Edit) -> Bool {
    memory.withLock { $0.reached.contains(edit) }
  }

  /// A session was given to a device of `person`.
  func gave(_ bearer: String, to person: String, _ device: DeviceID) {
    memory.withLock {
      $0.people[Self.hash(of: bearer)] = person
      $0.owners[device] = person
    }
  }

  func send(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    let response = try await hub.send(request, to: origin)
    switch request.path {
    case "/v1/sync/push" where response.status == 200: note(request, response)
    case "/v1/session/rotate" where response.status == 204: noteRotation(request)
    default: break
    }
    return response
  }

  private static func hash(of bearer: String) -> String {
    Base64URL.encode(SHA256.hash(Array(bearer.utf8)))
  }

  private static func bearer(of request: HTTPRequest) -> String {
    String((request.headers["Authorization"] ?? "").dropFirst("Bearer ".count))
  }

  /// A session goes on with the bearer of which the device has told the hash.
  private func noteRotation(_ request: HTTPRequest) {
    do {
      guard case .string(let next) = try JSONNode.parse(request.body)["next"]?.value else { return }
      let now = Self.hash(of: Self.bearer(of: request))
      memory.withLock { $0.people[next] = $0.people[now] }
    } catch { preconditionFailure("the Hub took a body that cannot be read: \(error)") }
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
    let bearer = Self.hash(of: Self.bearer(of: request))
    memory.withLock { memory in
      let person = memory.people[bearer] ?? ""
      if memory.owners[push.device] != person {
        memory.broken = "a device's edits left under another person's session"
      }
      for (item, result) in zip(push.items, answer.results) {
        guard case .success(let mutation) = item.content else { continue }
        memory.note(mutation, result.outcome, of: person)
      }
    }
  }
}

extension HubTap.Memory {
  fileprivate mutating func note(
    _ mutation: Mutation, _ outcome: PushResult.Outcome, of person: String
  ) {
    switch outcome {
    case .accepted(let version, _): accepted(mutation, as: version, of: person)
    case .duplicate: duplicates += 1
    case .conflict: conflicts += 1
    case .rejected(let code, _, _): broken = "an edit was refused: \(code)"
    }
    guard outcome.isTaken else { return }
    do { reached.insert(try WorldDevice.Edit(mutation.record, mutation.body)) } catch {
      preconditionFailure("the world writes records that it can read: \(error)")
    }
  }

  private mutating func accepted(
    _ mutation: Mutation, as version: Version, of person: String
  ) {
    let stamp = mutation.modifiedAt ?? Stamp(milliseconds: mutation.occurredAt.milliseconds)
    let isDelete = mutation.operation == .delete
    if let last = accepted[person]?[mutation.record] {
      if version <= last.version { broken = "\(mutation.record) was given a version twice" }
      if last.isDelete, !isDelete {
        revived += 1
        if stamp <= last.stamp { broken = "\(mutation.record) was revived by an older edit" }
      }
    }
    accepted[person, default: [:]][mutation.record] = HubTap.Accepted(
      version: version, stamp: stamp, isDelete: isDelete)
  }
}

extension PushResult.Outcome {
  fileprivate var isTaken: Bool {
    switch self {
    case .accepted, .duplicate: true
    case .conflict, .rejected: false
    }
  }
}
