import PersonalSyncTesting
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxLocks

@testable import PersonalSyncKit

/// A network that answers nothing until it is let go.
final class HangingLink: HTTPClient {
  private let hub: any HTTPClient
  private let asked = AsyncStream.makeStream(of: Void.self)
  private let released = AsyncStream.makeStream(of: Void.self)

  init(_ hub: any HTTPClient) { self.hub = hub }

  func waitUntilAsked() async {
    for await _ in asked.stream { return }
  }

  func letGo() { released.continuation.finish() }

  func send(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    asked.continuation.yield()
    for await _ in released.stream {}
    return try await hub.send(request, to: origin)
  }

  func stream(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    try await hub.stream(request, to: origin)
  }
}

/// Keeps what is asked of a Hub.
final class RequestTap: HTTPClient {
  private let hub: any HTTPClient
  private let kept = Locked<[HTTPRequest]>([])

  init(_ hub: any HTTPClient) { self.hub = hub }

  var requests: [HTTPRequest] { kept.withLock { $0 } }
  var paths: [String] { requests.map(\.path) }

  func send(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    kept.withLock { $0.append(request) }
    return try await hub.send(request, to: origin)
  }

  func stream(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    try await hub.stream(request, to: origin)
  }
}

/// What a device and its Hub knew when the device's process could have died.
struct Moment: Sendable {
  let image: DeviceImage
  let hub: FakeHub.Sessions
}

/// Each moment at which a device's process could have died.
final class Moments: Sendable {
  private let device: TestDevice
  private let hub: FakeHub
  private let moments = Locked<[Moment]>([])

  init(of device: TestDevice, at hub: FakeHub) {
    self.device = device
    self.hub = hub
    device.tokens.observe { [self] in take() }
    device.link.observe { [self] in take() }
  }

  private func take() {
    let moment = Moment(image: device.image(), hub: hub.sessions)
    moments.withLock { $0.append(moment) }
  }

  /// Ends the recording, with the present as its last moment.
  func stop() -> [Moment] {
    device.tokens.observe(nil)
    device.link.observe(nil)
    take()
    return moments.withLock { $0 }
  }
}

extension TestDevice {
  /// Records what is on disk before and after each change of secrets and before each request: between
  /// two of these there is at most one durable step.
  func recordMoments(at hub: FakeHub) -> Moments { Moments(of: self, at: hub) }
}
