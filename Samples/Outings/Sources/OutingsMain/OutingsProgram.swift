import Dispatch
import Glibc
import HubContracts
import Outings
import ServiceBinding
import ToolboxCommandLine
import ToolboxCrypto
import ToolboxHTTPClient
import ToolboxHTTPServer

/// The program `outings`: `outings person NAME`, and `outings serve`.
enum OutingsProgram {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    exit(await tool.run(words, SystemConsole()).code)
  }

  private static let data = Argument("data", .file, "The file of the store.")
  private static let name = Argument("name", .text, "What the person is called.")
  private static let isLinked = Flag(
    "linked", "As if a Hub were linked already, for service-check.")
  private static let origin = Argument(
    "origin", .text, "This service's own origin on this machine, with its port.")
  private static let hub = Argument("hub", .text, "The Hub's origin.")
  /// An option, because one key in 64 begins with a dash.
  private static let hubKey = Option(
    "hub-key", .text, "The Hub's key, as hub services prints it.")

  private static let tool = CommandLineTool(
    "outings", version: "0.1", "A small service that a Hub asks, for developers.",
    verbs: [
      Verb(
        "person", "Makes a person; prints the id of the link, and the key to sign in with.",
        [data, name, isLinked]
      ) { input, console in
        await person(input, console)
      },
      Verb("serve", "Runs the service until it is stopped.", [data, origin, hub, hubKey]) {
        input, console in
        await serve(input, console)
      },
    ])

  private static func person(_ input: CommandInput, _ console: any Console) async -> ExitStatus {
    let random = SystemRandom()
    guard let link = DocumentID(random.uuid()) else {
      preconditionFailure("random.uuid() writes a lower-case UUID")
    }
    let key = Base64URL.encode(random.bytes(32))
    do {
      let store = try OutingStore(path: input[data])
      guard
        try await store.add(input[name], key: key, link: link, isLinked: input[isLinked])
      else { return refuse("there is somebody of that name", console) }
      console.print("link \(link)")
      console.print("key \(key)")
      return .done
    } catch { return refuse("the store does not answer: \(error)", console) }
  }

  private static func serve(_ input: CommandInput, _ console: any Console) async -> ExitStatus {
    guard let key = input[hubKey] else {
      return refuse("--hub-key is missing; hub services prints the key of your Hub", console)
    }
    guard let hub = PinnedHub(key: key) else {
      return refuse("--hub-key is no key of a Hub; hub services prints it", console)
    }
    do {
      let own = try HTTPOrigin(parsing: input[origin])
      let random = SystemRandom()
      let store = try OutingStore(path: input[data])
      let service = OutingService(store: store, nowMilliseconds: { now() }, random: random)
      let verifier = RequestVerifier(
        hubs: [hub], audience: own.description, nonces: StoredNonces(store: store),
        nowMilliseconds: { now() })
      let site = OutingSite(
        store: store, endpoints: ServiceEndpoints(service: service, verifier: verifier),
        linking: HubLinking(
          hub: hub, at: try HTTPOrigin(parsing: input[Self.hub]), product: "live",
          origin: own.description, client: CurlClient()),
        random: random)
      var settings = HTTPServerConfiguration()
      settings.port = own.port
      settings.bodyBytesMax = 65_536
      let server = try MicrohttpdServer.start(settings) { await site.answer(to: $0) }
      console.print("Outings is ready: \(own)")
      await stopped()
      await server.drain(within: .seconds(2))
      return .done
    } catch { return refuse("it could not start: \(error)", console) }
  }

  /// Returns when somebody asks the program to end.
  private static func stopped() async {
    signal(SIGTERM, SIG_IGN)
    let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
    source.setEventHandler { arrived.yield() }
    source.resume()
    for await _ in arrivals { break }
    source.cancel()
  }

  private static func refuse(_ why: String, _ console: any Console) -> ExitStatus {
    console.complain("outings: \(why)")
    return .refused
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
