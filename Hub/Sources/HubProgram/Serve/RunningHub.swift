import HubCore
import HubHTTP
import ToolboxCommandLine
import ToolboxHTTPServer
import ToolboxLocks
import WebInterface

/// A Hub that answers requests, from its start to its end.
struct RunningHub: Sendable {
  /// What the last line of the welcome begins with.
  static let lastWords = "Its key, for comparing with an app:"

  /// What the person is told: where the Hub is, and how to make the account where there is none.
  let welcome: String
  let port: UInt16
  /// Nil where there are no metrics.
  let metricsLink: String?
  private let lock: FileLock
  private let server: MicrohttpdServer
  private let metrics: MetricsDoor?
  private let feed: ChangeFeed
  /// What goes on beside the answering.
  private let chores: [Task<Void, Never>]

  /// Opens the data, listens, and answers from then on.
  ///
  /// On throw nothing listens and the data is as it was.
  static func start(
    _ settings: ServeSettings, _ console: any Console
  ) async throws(ProgramFailure) -> RunningHub {
    let services = try HubServices.open(settings)
    let setup = try await openSetup(services.identity, settings)
    let doorway = Doorway()
    let requests = RequestCounts()
    let metrics = try settings.metricsPort.map { (port) throws(ProgramFailure) in
      try MetricsDoor.open(
        port: port,
        HubMetrics(
          requests: requests, database: services.database, identity: services.identity,
          feed: services.sync.feed, data: settings.data))
    }
    let server: MicrohttpdServer
    do { server = try listen(settings, doorway) } catch {
      await metrics?.close()
      throw error
    }
    let origins = settings.origins(listeningOn: server.port)
    guard let primary = origins.first else { preconditionFailure("a Hub always has a name") }
    let address = HubAddress(primary, others: Array(origins.dropFirst()))
    let log = AnswerLog(console: console, clock: SystemWallClock(), form: settings.log)
    let logs: any HubLog = metrics == nil ? log : TwoLogs(first: log, second: requests)
    doorway.open(services.router(at: address, settings, logs))
    return RunningHub(
      welcome: welcome(
        primary, services.identity.identity, setup, metricsLink: metrics?.link, settings),
      port: server.port, metricsLink: metrics?.link, lock: services.lock, server: server,
      metrics: metrics, feed: services.sync.feed,
      chores: [
        tidy(services, log), beat(services.sync.feed), ask(services.services, log),
      ])
  }

  /// Stops listening, finishes what runs, and ends.
  func stop() async {
    for chore in chores { chore.cancel() }
    // Streams have no end of their own that a drain could wait for.
    feed.end()
    await server.drain(within: .seconds(10))
    await metrics?.close()
    lock.release()
  }

  private static func openSetup(
    _ identity: IdentityService, _ settings: ServeSettings
  ) async throws(ProgramFailure) -> SecretToken? {
    do throws(StorageError) { return try await identity.openSetup() } catch {
      throw .failure(
        "\(settings.data.databasePath.printable) cannot be read (\(error.code)). Nothing listens.")
    }
  }

  private static func listen(
    _ settings: ServeSettings, _ doorway: Doorway
  ) throws(ProgramFailure) -> MicrohttpdServer {
    var configuration = HTTPServerConfiguration()
    configuration.host = settings.host
    configuration.port = settings.port
    configuration.headBytesMax = 16_384
    configuration.defaultHeaders = ["Cache-Control": "no-store"]
    do {
      return try MicrohttpdServer.start(configuration) { await doorway.respond(to: $0) }
    } catch { throw ProgramFailure(listeningOn: settings.host, error) }
  }

  private static func welcome(
    _ origin: SiteOrigin, _ identity: HubIdentity, _ setup: SecretToken?,
    metricsLink: String?, _ settings: ServeSettings
  ) -> String {
    var lines = ["The Hub is ready: \(origin.text)"]
    if let setup {
      lines += [
        "It has no owner yet. This link makes the account; it works once, for 30 minutes:",
        "  \(origin.text)/setup#t=\(setup.text)",
        "(Or open \(origin.text)/setup and paste the code after #t= there.)",
      ]
    }
    if settings.isInsecureLAN, !origin.isTLS {
      lines.append(
        "WARNING: plain HTTP. Whoever shares the network can read passwords and all that is shown.")
    }
    if let metricsLink { lines.append("Metrics, on this machine only: \(metricsLink)") }
    lines.append("\(lastWords) \(identity.fingerprint)")
    return lines.joined(separator: "\n")
  }

  /// Removes what is over, now and once an hour; not being able to is told and tried again.
  private static func tidy(_ services: HubServices, _ log: AnswerLog) -> Task<Void, Never> {
    Task {
      while !Task.isCancelled {
        do throws(StorageError) {
          try await services.identity.removeEnded()
          try await services.identity.removeDeleted()
          try await services.sync.purgeTombstones()
          try await services.audit.eraseDue()
        } catch {
          log.tell("could not remove what is over (\(error.code)); trying again later")
        }
        do { try await Task.sleep(for: .seconds(3_600)) } catch { return }
      }
    }
  }

  /// Asks services again for what people want of them and could not be asked yet.
  private static func ask(_ services: ServiceDesk, _ log: AnswerLog) -> Task<Void, Never> {
    Task {
      do throws(StorageError) { try await services.takeUp() } catch {
        log.tell("what waits for services is asked for when its people ask again (\(error.code))")
      }
      while !Task.isCancelled {
        await services.doWaiting()
        do { try await Task.sleep(for: .seconds(5)) } catch { return }
      }
    }
  }

  /// Gives the streams of devices their heartbeat.
  private static func beat(_ feed: ChangeFeed) -> Task<Void, Never> {
    Task {
      while !Task.isCancelled {
        do { try await Task.sleep(for: .seconds(1)) } catch { return }
        feed.beat()
      }
    }
  }
}
