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
    /// When, by the clock of the Hub.
    var atMilliseconds: Int64
  }

  /// By person and record.
  typealias Records = [String: [RecordID: Accepted]]

  struct Memory: Sendable {
    /// Whose session a bearer is, by its hash, as bearers change.
    var people: [String: String] = [:]
    var owners: [DeviceID: String] = [:]
    /// What the Hub holds, unless it has been lost since.
    var accepted: Records = [:]
    /// The newest of each record that the Hub has ever accepted, a restore or not.
    var newest: Records = [:]
    /// Deletions that the Hub has forgotten, and that no restore has called in question since.
    var forgotten: Records = [:]
    /// Devices that have not compared themselves with the Hub since a restore; they offer what they hold.
    var behind: Set<DeviceID> = []
    /// What waited on a device, and the Hub had not taken, when deletions were last forgotten.
    var waiting: [DeviceID: Set<RecordID>] = [:]
    /// The keys that the Hub knows, unless it has lost them since.
    var keys: Set<IdempotencyKey> = []
    /// Every deletion that the Hub has forgotten, or lost in a restore.
    var gone: [String: [RecordID: [Gone]]] = [:]
    /// Edits that the Hub has accepted, also those that newer ones have followed.
    var reached: Set<WorldDevice.Edit> = []
    /// The first promise that an answer broke.
    var broken: String?
    var conflicts = 0
    var duplicates = 0
    var revived = 0
    /// Answers that a cursor has expired.
    var expired = 0
  }

  /// A deletion that the Hub does not know any more.
  struct Gone: Sendable {
    var stamp: Stamp
    /// It was lost in a restore, so that devices that remember it bring it back.
    var isLost: Bool
  }

  private let hub: any HTTPClient
  private let clock: HandClock
  private let memory = Locked(Memory())

  init(_ hub: any HTTPClient, _ clock: HandClock) {
    self.hub = hub
    self.clock = clock
  }

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
    case "/v1/sync/pull" where response.status == HubErrorCode.cursorExpired.status:
      memory.withLock { $0.expired += 1 }
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
    let now = clock.nowMilliseconds
    memory.withLock { memory in
      let person = memory.people[bearer] ?? ""
      if memory.owners[push.device] != person {
        memory.broken = "a device's edits left under another person's session"
      }
      for (item, result) in zip(push.items, answer.results) {
        guard case .success(let mutation) = item.content else { continue }
        memory.note(mutation, result.outcome, of: person, push.device, now)
      }
    }
  }
}

extension HubTap.Memory {
  fileprivate mutating func note(
    _ mutation: Mutation, _ outcome: PushResult.Outcome, of person: String,
    _ device: DeviceID, _ now: Int64
  ) {
    let edit: WorldDevice.Edit
    do { edit = try WorldDevice.Edit(mutation.record, mutation.body) } catch {
      preconditionFailure("the world writes records that it can read: \(error)")
    }
    switch outcome {
    case .accepted(let version, _):
      let stamp = mutation.modifiedAt ?? Stamp(milliseconds: mutation.occurredAt.milliseconds)
      keys.insert(mutation.key)
      accepted(
        edit,
        HubTap.Accepted(
          version: version, stamp: stamp, isDelete: mutation.operation == .delete,
          atMilliseconds: now), of: person, device)
    case .duplicate: duplicates += 1
    case .conflict: conflicts += 1
    case .rejected(let code, _, _): broken = "an edit was refused: \(code)"
    }
    if outcome.isTaken { reached.insert(edit) }
  }

  private mutating func accepted(
    _ edit: WorldDevice.Edit, _ taken: HubTap.Accepted, of person: String, _ device: DeviceID
  ) {
    let record = edit.record
    if let newest = newest[person]?[record], taken.version <= newest.version {
      broken = "\(record) was given a version twice"
    }
    if let last = accepted[person]?[record], last.isDelete, !taken.isDelete {
      revived += 1
      if taken.stamp <= last.stamp { broken = "\(record) was revived by an older edit" }
    }
    // An edit that the Hub had not taken yet may bring back what was deleted before the horizon, also one
    // that was queued again because a restore had lost it; what its device had merely kept may not.
    if let forgotten = forgotten[person]?[record], !taken.isDelete,
      taken.stamp <= forgotten.stamp, reached.contains(edit), !behind.contains(device),
      waiting[device]?.contains(record) != true
    {
      broken = "\(record) was deleted, forgotten, and revived by a device that had not edited it"
    }
    accepted[person, default: [:]][record] = taken
    newest[person, default: [:]][record] = taken
    forgotten[person]?[record] = nil
  }
}

// MARK: - What a Hub forgets and loses

extension HubTap {
  /// The Hub has forgotten the deletions that were stored before `milliseconds`; says which.
  func forgot(storedBefore milliseconds: Int64) -> [String: [RecordID]] {
    memory.withLock { memory in
      (memory.behind, memory.waiting) = ([], [:])
      var all: [String: [RecordID]] = [:]
      for (person, records) in memory.accepted {
        for (record, taken) in records where taken.isDelete && taken.atMilliseconds < milliseconds {
          memory.accepted[person]?[record] = nil
          memory.forgotten[person, default: [:]][record] = taken
          memory.gone[person, default: [:]][record, default: []].append(
            Gone(stamp: taken.stamp, isLost: false))
          all[person, default: []].append(record)
        }
      }
      return all.mapValues { $0.sorted() }
    }
  }

  /// The Hub was put back to what it had accepted when `copy` was made.
  ///
  /// Who compares with a restored Hub takes nothing for deleted, so what it had forgotten may come back.
  func restored(to copy: HubCopy) {
    memory.withLock { memory in
      for (person, records) in memory.accepted {
        for (record, taken) in records
        where taken.isDelete && copy.accepted[person]?[record]?.version != taken.version {
          memory.gone[person, default: [:]][record, default: []].append(
            Gone(stamp: taken.stamp, isLost: true))
        }
      }
      (memory.accepted, memory.keys, memory.forgotten) = (copy.accepted, copy.keys, [:])
    }
  }

  /// A device was put back to a copy in which edits of `records` wait that it had sent since.
  func waitAgain(_ records: Set<RecordID>, of person: String) {
    memory.withLock { memory in
      for record in records { memory.forgotten[person]?[record] = nil }
    }
  }

  /// A device whose journal is of an epoch before that of the Hub offers all that it holds, from now until
  /// the Hub forgets the next deletions.
  func isBehind(_ device: DeviceID) { memory.withLock { _ = $0.behind.insert(device) } }

  /// Edits of `records` wait on a device, from now until the Hub forgets the next deletions.
  func waits(_ records: Set<RecordID>, on device: DeviceID) {
    memory.withLock { $0.waiting[device] = records }
  }

  /// A delete of a record that the Hub does not hold is done without being sent.
  func needsNoSending(_ edit: WorldDevice.Edit) {
    memory.withLock { _ = $0.reached.insert(edit) }
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
