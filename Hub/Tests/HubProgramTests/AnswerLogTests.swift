import Foundation
import HubCore
import HubHTTP
import Testing
import ToolboxCommandLine

@testable import HubProgram

@Suite struct AnswerLogTests {
  struct StillClock: WallClock { let nowMilliseconds: Int64 = 1_796_000_000_000 }

  func log(_ form: LogForm?, _ console: ScriptedConsole = ScriptedConsole()) -> AnswerLog {
    AnswerLog(console: console, clock: StillClock(), form: form)
  }

  func line(id: String = "abc", status: Int = 401, code: String? = "unauthorized") -> HubLogLine {
    HubLogLine(
      requestID: id, method: "POST", route: "/v1/sync/push", status: status, code: code,
      duration: .microseconds(12_034))
  }

  @Test func `a line says when, what, where, how long and which request`() {
    #expect(
      log(.text).written(line())
        == "2026-11-30T00:53:20.000Z 401 unauthorized POST /v1/sync/push 12.034 ms abc")
    #expect(
      log(.json).written(line())
        == #"{"time":"2026-11-30T00:53:20.000Z","request":"abc","method":"POST","#
        + #""route":"/v1/sync/push","status":401,"code":"unauthorized","milliseconds":12.034}"#)
  }

  @Test(arguments: [nil, LogForm.text, .json])
  func `a line with a token in it is withheld (ISO-32)`(form: LogForm?) {
    let written = log(form).written(line(id: "hub_n1_secret"))

    #expect(!written.contains("secret"))
    #expect(written.contains("401") && written.contains("withheld"))
  }

  @Test func `without a form refusals are told, and waiting for an approval is none`() {
    let console = ScriptedConsole()
    let log = log(nil, console)

    log.answered(line(status: 200, code: nil))
    log.answered(line(status: 400, code: "authorization_pending"))
    log.answered(line(id: "told"))

    #expect(console.complaints.split(separator: "\n").count == 1)
    #expect(console.complaints.contains("told"))
  }

  @Test(arguments: LogForm.allCases)
  func `with a form every answer is one line`(form: LogForm) {
    let console = ScriptedConsole()
    let log = log(form, console)

    log.answered(line(status: 200, code: nil))
    log.answered(line(status: 400, code: "authorization_pending"))

    #expect(console.complaints.split(separator: "\n").count == 2)
  }

  @Test func `what the Hub tells of itself has the form of its log`() throws {
    let console = ScriptedConsole()

    log(.json, console).tell("could not tidy")

    let told = try JSONSerialization.jsonObject(with: Data(console.complaints.utf8))
    #expect((told as? [String: String])?["message"] == "could not tidy")
  }
}
