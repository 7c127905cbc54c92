import Glibc
import HubContracts
import HubCore
import HubHTTP
import HubTesting
import PersonalSyncTesting
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxHTTPServer

/// From a write of one device until another device's open stream says so, through sockets.
struct EventsBenchmark {
  private static let writes = 2_000
  /// Nearly all that a Hub takes.
  private static let streamsMax = 8_000
  /// Fewer where this process gets fewer descriptors, of which each stream needs one at both ends.
  private let streams = min(streamsMax, (raiseDescriptorLimit() - 500) / 2)
  private let dice = Dice(seed: 5)

  func run(_ report: inout Report) async throws {
    let streams = streams
    let door = try FrontDoor(at: TestDevice.origin) { identity, _ in
      let sync = SyncService(
        storage: identity.database, clock: identity.clock, random: identity.random)
      let limits = StreamLimits(
        perSession: streams + 10, perAccount: streams + 10, inAll: streams + 10)
      let actions = ActionService(
        storage: identity.database, identity: identity.service, feed: sync.feed)
      return SyncRoutes(sync: sync).routes
        + EventRoutes(
          sync: sync, actions: actions, identity: identity.service, limits: limits
        ).routes
    }
    let owner = try await door.identity.makeOwner()
    let writer = try await door.identity.connect(owner).bearer.text
    let reader = try await door.identity.connect(owner).bearer.text
    var configuration = HTTPServerConfiguration()
    // One client connects after the other, so that one loop may come to hold nearly all of them.
    configuration.connectionsMax = configuration.loops * (streams + 100)
    let server = try MicrohttpdServer.start(configuration) { request in
      await door.respond(to: request)
    }
    try await oneReader(server.port, writer, reader, &report)
    fanOut(server.port, writer, reader, &report)
    await server.drain(within: .seconds(1))
  }

  // MARK: - One device

  /// A device writes with keep-alive; the other reads with the kit's own client.
  private func oneReader(
    _ port: UInt16, _ writer: String, _ reader: String, _ report: inout Report
  ) async throws {
    report.title("A durable write until another device's stream says so")
    let origin = try HTTPOrigin(parsing: "http://127.0.0.1:\(port)", allowsPlainHTTP: true)
    let client = CurlClient()
    let response = try await client.stream(
      HTTPRequest(
        method: .get, path: "/v1/sync/events",
        headers: ["Authorization": "Bearer \(reader)", "Host": "localhost:8765"]), to: origin)
    guard case .stream(let chunks) = response.body, response.status == 200 else {
      preconditionFailure("no stream: \(response.status)")
    }
    var heads = chunks.makeAsyncIterator()
    _ = await heads.next()
    let pushes = bodies(Self.writes, writer)
    let load = LoadClient(port: port)
    var samples: [Int64] = []
    for push in pushes {
      let start = nanoseconds()
      _ = load.exchange(push)
      while let chunk = await heads.next(), !chunk.contains(UInt8(ascii: "{")) {}
      samples.append(nanoseconds() - start)
    }
    report.milliseconds("write to event, p99", percentile(samples, 0.99))
    report.bound(
      "write to event, p50", milliseconds: percentile(samples, 0.5), mustStayBelow: 1)
  }

  // MARK: - Many

  /// Streams that this process opens on bare sockets, so that what memory grows is the server's.
  private func fanOut(
    _ port: UInt16, _ writer: String, _ reader: String, _ report: inout Report
  ) {
    report.title("One write to \(self.streams) open streams")
    let before = residentBytes()
    // One after the other: who has connected and asks for nothing is cut off after ten seconds.
    let streams = (0..<self.streams).map { _ in
      let stream = LoadClient(port: port)
      stream.start(LoadClient.request("GET", "/v1/sync/events", bearer: reader, body: []))
      stream.awaitEvent()
      return stream
    }
    let added = residentBytes() - before
    let load = LoadClient(port: port)
    var samples: [Int64] = []
    for push in bodies(20, writer) {
      let start = nanoseconds()
      _ = load.exchange(push)
      for stream in streams { stream.awaitEvent() }
      samples.append(nanoseconds() - start)
    }
    report.milliseconds("write until the last stream has it, p50", percentile(samples, 0.5))
    report.bound(
      "resident memory of the server", Double(added) / 1_024 / Double(streams.count),
      "KiB a stream",
      mustStayBelow: 16)
  }

  private func bodies(_ count: Int, _ bearer: String) -> [[UInt8]] {
    let device: DeviceID = Workload.identifier(dice)
    return (0..<count).map { _ in
      LoadClient.request(
        "POST", "/v1/sync/push", bearer: bearer, body: Workload.pushBody(1, dice, device: device))
    }
  }
}
