import AppShell
import ToolboxHTTP
import WebInterface

/// A browser at an app's local pages, with and without the link; no socket.
public final class Visitor<Shown: App>: Sendable {
  public static var port: UInt16 { 8_766 }

  public let bench: Bench
  public let app: Shown
  private let site: LocalSite
  private let token = LaunchToken(bytes: Array(repeating: 7, count: 32))
  private let connector: Connector
  private let desk: SignInDesk

  public init(on bench: Bench = Bench()) throws(StoreError) {
    let folder = StoreFolder(
      app: Shown.profile.name, path: bench.folder.file(Shown.profile.name))
    let app = try Shown.open(folder, on: bench.machine)
    self.bench = bench
    self.app = app
    connector = Connector(
      app: Shown.profile, store: app.store, records: app.records, machine: bench.machine)
    desk = SignInDesk(connector)
    site = LocalSite(
      Shown.profile, pages: app.pages(on: bench.machine), connector: connector, desk: desk,
      sync: connector.automaticSync(), token: token, port: Self.port)
  }

  public var launchLink: String { site.door.launchLink }

  public func connection() async throws(StoreError) -> HubConnection {
    try await connector.connect()
  }

  /// What a browser without the link is answered.
  public func stranger(_ request: HTTPRequest) async -> HTTPResponse {
    await site.respond(to: request)
  }

  /// A page as the person's own browser gets it; `address` may have a query.
  public func get(_ address: String) async -> HTTPResponse {
    let parts = address.split(separator: "?", maxSplits: 1).map(String.init)
    return await site.respond(
      to: admitted(
        HTTPRequest(
          method: .get, path: parts[0], query: parts.count > 1 ? parts[1] : nil)))
  }

  /// A form as the person's own browser sends it, percent-encoded already.
  public func post(_ path: String, _ form: String = "") async -> HTTPResponse {
    await site.respond(
      to: admitted(
        HTTPRequest(
          method: .post, path: path,
          headers: ["Content-Type": "application/x-www-form-urlencoded"],
          body: Array(form.utf8))))
  }

  /// The request as the browser that has the link would send it.
  public func admitted(_ request: HTTPRequest) -> HTTPRequest {
    let name = Shown.profile.name
    var request = request
    request.headers["Host"] = "\(name).localhost:\(Self.port)"
    request.headers["Cookie"] = "\(name)_launch_\(Self.port)=\(token.text)"
    if request.method == .post {
      request.headers["Origin"] = "http://\(name).localhost:\(Self.port)"
    }
    return request
  }

  /// Returns when the sign-in that was begun on a page has ended.
  public func untilSignedIn() async {
    while case .waiting = await desk.state { await Task.yield() }
  }
}

extension HTTPResponse {
  /// The body as text.
  public var text: String { String(decoding: bytes ?? [], as: UTF8.self) }
}
