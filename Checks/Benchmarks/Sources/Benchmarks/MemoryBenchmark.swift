import HubContracts
import HubCore
import HubHTTP
import HubTesting
import PersonalSyncKit
import PersonalSyncTesting
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxLocks

/// Whether the memory that sending an outbox and a first sync take grows with the records.
///
/// With a real Hub's core in this process, whose records are in a file: the fake one's are in memory. Each pass is
/// compared with itself at its half, so that what a process allocates once, or has left from before, says nothing.
struct MemoryBenchmark {
  /// Half of them fill SQLite's own caches, which hold 16 MB a connection at most.
  private static let records = 200_000
  private static let growthMax = 8.0

  let folder: WorkFolder

  func run(_ report: inout Report) async throws {
    report.title("Resident memory of a pass over \(Self.records) records, the Hub's core included")
    let door = try FrontDoor(at: TestDevice.origin) { identity, _ in
      SyncRoutes(
        sync: SyncService(
          storage: identity.database, clock: identity.clock, random: identity.random)
      ).routes
    }
    let owner = try await door.identity.makeOwner()
    let sender = try await connected("sender", door, owner)
    try await sender.fill(0..<Self.records)
    try await measure("sending what waits", sender, at: "/v1/sync/push", &report)
    let receiver = try await connected("receiver", door, owner)
    try await measure("first sync", receiver, at: "/v1/sync/pull", &report)
  }

  private func connected(
    _ name: String, _ door: FrontDoor, _ owner: SignedIn
  ) async throws -> PlainDevice {
    let device = try PlainDevice(
      "memory \(name)", in: folder, to: DoorLink(door: door), Dice(seed: 6))
    let signIn = try await door.identity.connect(
      owner, document: device.store.journal.document)
    try await device.connect(
      FakeHub.Session(
        bearer: signIn.bearer.text, revokeHandle: signIn.revokeHandle.text,
        id: signIn.session.id))
    return device
  }

  /// What the process holds at each request to `path` while the device runs one pass.
  private func measure(
    _ name: String, _ device: PlainDevice, at path: String, _ report: inout Report
  ) async throws {
    let (link, before, samples) = (device.link, residentBytes(), Locked<[Int]>([]))
    link.observe {
      guard link.requests(to: path) > samples.withLock({ $0.count }) else { return }
      samples.withLock { $0.append(residentBytes()) }
    }
    try await device.synchronize()
    link.observe(nil)
    let all = samples.withLock { $0 }
    guard let whole = all.max(), let half = all.prefix(all.count / 2).max() else {
      preconditionFailure("a pass asks for something")
    }
    report.line("\(name), added by its half", Double(half - before) / 1e6, "MB")
    report.bound(
      "\(name), added by its second half", Double(whole - half) / 1e6, "MB",
      mustStayBelow: Self.growthMax)
  }
}

/// A Hub in this process, without a socket.
private struct DoorLink: HTTPClient {
  let door: FrontDoor

  func send(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    await door.respond(to: request)
  }

  func stream(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    await door.respond(to: request)
  }
}
