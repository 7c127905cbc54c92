import ToolboxCommandLine
import ToolboxHTTPClient
import ToolboxJSON

/// `hub doctor`: says what is well and what is not, with 0 where nothing is wrong and 1 else.
enum DoctorCommand {
  static func run(_ settings: ServeSettings) async -> VerbAnswer {
    var configuration = CurlClientConfiguration()
    configuration.wholeTimeout = .seconds(10)
    configuration.userAgent = "Hub/1"
    let findings = await Doctor(
      settings: settings, nowMilliseconds: SystemWallClock().nowMilliseconds,
      client: CurlClient(configuration: configuration)
    ).look()
    return VerbAnswer(
      findings.map { "\(mark(of: $0)) \($0.words)" },
      status: findings.contains { $0.verdict == .wrong } ? .refused : .done
    ) { json in write(findings, to: &json) }
  }

  private static func mark(of finding: Finding) -> String {
    switch finding.verdict {
    case .fine: "ok      "
    case .caution: "caution "
    case .wrong: "WRONG   "
    }
  }

  private static func write(_ findings: [Finding], to json: inout JSONWriter) {
    json.object { json in
      json.member("verdict", (findings.map(\.verdict).max() ?? .fine).rawValue)
      json.member("findings") { json in
        json.array(findings) { json, finding in
          json.object { json in
            json.member("check", finding.check)
            json.member("verdict", finding.verdict.rawValue)
            json.member("words", finding.words)
          }
        }
      }
    }
  }
}
