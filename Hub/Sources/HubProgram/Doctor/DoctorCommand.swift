import ToolboxCommandLine
import ToolboxHTTPClient
import ToolboxJSON

/// `hub doctor`: says what is well and what is not, with 0 where nothing is wrong and 1 else.
enum DoctorCommand {
  static func run(
    _ settings: ServeSettings, isJSON: Bool, _ console: any Console
  ) async -> ExitStatus {
    var configuration = CurlClientConfiguration()
    configuration.wholeTimeout = .seconds(10)
    configuration.userAgent = "Hub/1"
    let findings = await Doctor(
      settings: settings, nowMilliseconds: SystemWallClock().nowMilliseconds,
      client: CurlClient(configuration: configuration)
    ).look()
    if isJSON {
      console.print(String(decoding: json(of: findings), as: UTF8.self))
    } else {
      for finding in findings { console.print("\(mark(of: finding)) \(finding.words)") }
    }
    return findings.contains { $0.verdict == .wrong } ? .refused : .done
  }

  private static func mark(of finding: Finding) -> String {
    switch finding.verdict {
    case .fine: "ok      "
    case .caution: "caution "
    case .wrong: "WRONG   "
    }
  }

  private static func json(of findings: [Finding]) -> [UInt8] {
    JSONWriter.write { json in
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
}
