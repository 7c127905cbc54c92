import PersonalSyncKit
import ToolboxCrypto
import ToolboxHTTP
import ToolboxHTTPServer
import WebInterface

/// Serves an app's pages on this machine and synchronises its store, until it is told to end.
struct LocalServer<Shown: App>: Sendable {
  let app: Shown
  let machine: Machine
  /// 0: any free port.
  let port: UInt16
  let synchronizes: Bool

  /// Returns when `stopRequest` has returned and the server is down.
  ///
  /// `isReady` is told the link that opens the pages, once they answer.
  func run(
    isReady: @escaping @Sendable (String) async -> Void,
    until stopRequest: @escaping @Sendable () async -> Void
  ) async throws(Trouble) {
    let connector = Connector(
      app: Shown.profile, store: app.store, records: app.records, machine: machine)
    let desk = SignInDesk(connector)
    let sync = connector.automaticSync()
    let token = try launchToken()
    let watch = try watchedStore()
    let target = SiteHolder()
    let server = try start { await target.respond(to: $0) }
    let site = LocalSite(
      Shown.profile, pages: app.pages(on: machine), connector: connector, desk: desk, sync: sync,
      token: token, port: server.port)
    await target.serve(site)
    await isReady(site.door.launchLink)
    await withTaskGroup(of: Void.self) { group in
      if synchronizes {
        group.addTask { await sync.run() }
        group.addTask { await keepLooking(watch, sync, connector.monitor) }
      }
      await stopRequest()
      group.cancelAll()
    }
    await desk.stop()
    await server.drain(within: .seconds(5))
  }

  private func start(
    _ respond: @escaping HTTPResponder
  ) throws(Trouble) -> MicrohttpdServer {
    var configuration = HTTPServerConfiguration()
    configuration.port = port
    configuration.loops = 1
    configuration.connectionsMax = 256
    do throws(HTTPServerError) {
      return try MicrohttpdServer.start(configuration, respond: respond)
    } catch { throw ServerWords(app: Shown.profile).trouble(error) }
  }

  /// Every two seconds: does what the clock asks for, and notices what others have saved.
  ///
  /// What fails here, fails again and visibly on the page or in the pass.
  private func keepLooking(
    _ watch: StoreWatch, _ sync: AutomaticSync, _ monitor: SyncMonitor
  ) async {
    while !Task.isCancelled {
      do throws(Trouble) { try await app.keepTime() } catch { sync.changed() }
      do throws(StoreError) {
        let news = try await watch.look()
        if news != .nothing { await monitor.look() }
        switch news {
        case .nothing: break
        case .changes: sync.changed()
        case .anotherConnection: sync.ask()
        }
      } catch { sync.changed() }
      await machine.clock.sleep(milliseconds: StoreWatch.intervalMilliseconds)
    }
  }

  private func watchedStore() throws(Trouble) -> StoreWatch {
    do throws(StoreError) { return try StoreWatch(app.store) } catch {
      throw TroubleWriter(Shown.profile, folder: app.store.folder).trouble(error)
    }
  }

  /// The same token as before, so that a link which the person kept, and an open page, still work
  /// when the server was started anew.
  private func launchToken() throws(Trouble) -> LaunchToken {
    let file = SecretFile(path: app.store.folder.launchTokenPath)
    do throws(SecretFile.Failure) {
      if let kept = try file.read(), kept.count == 32 { return LaunchToken(bytes: kept) }
      let bytes = machine.random.bytes(32)
      try file.write(bytes)
      return LaunchToken(bytes: bytes)
    } catch {
      throw Trouble(
        .store, error.code, "The key of the local page cannot be kept in \(file.path).",
        "It has to belong to you and to be readable by nobody else. Remove it and try again.")
    }
  }
}

/// Stands in for the site until the port, which is part of it, is known.
private actor SiteHolder {
  private var site: LocalSite?

  func serve(_ site: LocalSite) { self.site = site }

  nonisolated func respond(to request: HTTPRequest) async -> HTTPResponse {
    guard let site = await site else {
      return HTTPResponse(status: 503, headers: ["Retry-After": "1"])
    }
    return await site.respond(to: request)
  }
}
