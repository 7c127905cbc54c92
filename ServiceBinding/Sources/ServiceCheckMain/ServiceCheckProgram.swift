import Glibc
import HubContracts
import ServiceConformance
import ToolboxCommandLine
import ToolboxCrypto
import ToolboxHTTPClient
import ToolboxJSON

/// The program `service-check`: what a developer of a service runs against it.
enum ServiceCheckProgram {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    exit(await tool.run(words, SystemConsole()).code)
  }

  private static let origin = Argument(
    "url", .serviceOrigin, "The service's origin, as it knows itself.")
  private static let keyFile = Argument("key", .file, "A file that service-check key has made.")
  private static let link = Argument(
    "link", .link, "The id of somebody at the service who is there for this.")
  private static let otherLink = Option("other-link", .link, "The id of somebody else there.")

  private static let tool = CommandLineTool(
    "service-check", version: "0.1", "Says whether a service does what a Hub needs of it.",
    details: """
      Make a key, let the service know its public half as its Hub's, and let two people there have \
      an id each. Each requirement is listed in docs/protocol/service-binding.md.
      """,
    verbs: [
      Verb("key", "Makes the key of a Hub that only plays, and prints its public half.", [keyFile])
      {
        input, console in
        makeKey(in: input[keyFile], console)
      },
      Verb(
        "run", "Tries every requirement; ends with 1 where one is not met.",
        details: "It adds items for the people whose ids it is given.",
        [origin, keyFile, link, otherLink, Flag.json]
      ) { input, console in
        await check(input, console)
      },
    ])

  private static func makeKey(in path: String, _ console: any Console) -> ExitStatus {
    let file = SecretFile(path: path)
    do throws(SecretFile.Failure) {
      guard try file.read() == nil else {
        console.complain("service-check: there is a file of that name. Nothing was written.")
        return .refused
      }
      let seed = SystemRandom().bytes(SigningKey.seedByteCount)
      guard let key = SigningKey(seed: seed) else { preconditionFailure("32 bytes make a key") }
      try file.write(seed)
      console.print(Base64URL.encode(key.publicKey.bytes))
      return .done
    } catch {
      console.complain("service-check: the key could not be kept (\(error.code)).")
      return .refused
    }
  }

  private static func key(in path: String) -> SigningKey? {
    do throws(SecretFile.Failure) {
      return try SecretFile(path: path).read().flatMap(SigningKey.init(seed:))
    } catch { return nil }
  }

  private static func check(_ input: CommandInput, _ console: any Console) async -> ExitStatus {
    guard let key = key(in: input[keyFile]) else {
      console.complain(
        "service-check: that is no key, or others can read it. Make one: service-check key FILE")
      return .refused
    }
    var settings = CurlClientConfiguration()
    settings.connectTimeout = .seconds(2)
    settings.wholeTimeout = .seconds(2)
    settings.responseBytesMax = ServiceLimits.answerBytesMax
    let suite = Conformance(
      of: input[origin], by: CurlClient(configuration: settings), key: key, link: input[link],
      otherLink: input[otherLink], nowMilliseconds: { now() }, random: SystemRandom())
    let findings = await suite.run()
    console.print(input[Flag.json] ? json(of: findings) : report(findings))
    let isMet = findings.allSatisfy { if case .failed = $0.outcome { false } else { true } }
    return isMet ? .done : .refused
  }

  private static func report(_ findings: [Finding]) -> String {
    findings.flatMap { finding in
      let name = "\(finding.requirement.rawValue) \(finding.requirement.demand)"
      switch finding.outcome {
      case .passed: return ["pass  \(name)"]
      case .skipped(let why): return ["skip  \(name)", "      \(why)"]
      case .failed(let what):
        return ["FAIL  \(name)", "      \(what)", "      \(finding.requirement.remedy)"]
      }
    }.joined(separator: "\n")
  }

  private static func json(of findings: [Finding]) -> String {
    let bytes = JSONWriter.write { json in
      json.array(findings) { json, finding in
        json.object { json in
          json.member("requirement", finding.requirement.rawValue)
          json.member("demand", finding.requirement.demand)
          switch finding.outcome {
          case .passed: json.member("outcome", "passed")
          case .skipped(let why):
            json.member("outcome", "skipped")
            json.member("found", why)
          case .failed(let what):
            json.member("outcome", "failed")
            json.member("found", what)
            json.member("remedy", finding.requirement.remedy)
          }
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}

extension ValueKind where Value == HTTPOrigin {
  static var serviceOrigin: ValueKind {
    ValueKind("URL") { (word) throws(ValueProblem) in
      do throws(HTTPOriginError) { return try HTTPOrigin(parsing: word) } catch {
        throw ValueProblem(
          expected: "an origin such as https://live.example.org, by TLS or on this machine")
      }
    }
  }
}

extension ValueKind where Value == DocumentID {
  static var link: ValueKind {
    ValueKind("ID") { (word) throws(ValueProblem) in
      guard let id = DocumentID(word) else { throw ValueProblem(expected: "a lower-case UUID") }
      return id
    }
  }
}
