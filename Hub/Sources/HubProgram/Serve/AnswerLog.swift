import HubContracts
import HubCore
import HubHTTP
import ToolboxCommandLine
import ToolboxJSON

/// How the lines of a log are written.
enum LogForm: String, CaseIterable, Sendable {
  case text
  /// One JSON object a line.
  case json
}

/// The log of a Hub, on standard error: a line says when, what, which route, how long, and the
/// request's id.
struct AnswerLog: HubLog {
  let console: any Console
  let clock: any WallClock
  /// Every answer in this form; nil: refusals only, as text for a person.
  let form: LogForm?

  func answered(_ line: HubLogLine) {
    guard form != nil || isRefusal(line) else { return }
    console.complain(written(line))
  }

  /// Tells what no request is about; `words` are the Hub's own.
  func tell(_ words: String) {
    switch form {
    case nil: console.complain("hub: \(words)")
    case .text: console.complain("\(time) hub: \(words)")
    case .json:
      console.complain(
        Self.json { json in
          json.member("time", time)
          json.member("message", words)
        })
    }
  }

  /// An app that waits for its approval asks every few seconds; that is no news.
  private func isRefusal(_ line: HubLogLine) -> Bool {
    line.status >= 400 && line.code != HubErrorCode.authorizationPending.rawValue
  }

  /// The last wall: nothing in a line comes from a client, and no token is ever let through.
  func written(_ line: HubLogLine) -> String {
    let text = fields(of: line)
    guard text.contains("hub_") else { return text }
    return fields(
      of: HubLogLine(
        requestID: "withheld", method: "withheld", route: "withheld", status: line.status,
        code: "withheld", duration: line.duration))
  }

  private func fields(of line: HubLogLine) -> String {
    let code = line.code ?? (line.status < 400 ? "ok" : "refused")
    switch form {
    case nil, .text:
      return "\(time) \(line.status) \(code) \(line.method) \(line.route) "
        + "\(Self.milliseconds(line.duration)) ms \(line.requestID)"
    case .json:
      return Self.json { json in
        json.member("time", time)
        json.member("request", line.requestID)
        json.member("method", line.method)
        json.member("route", line.route)
        json.member("status", line.status)
        json.member("code", code)
        json.member("milliseconds", raw: Self.milliseconds(line.duration).utf8)
      }
    }
  }

  private var time: String { ISOTime.text(ofMilliseconds: clock.nowMilliseconds) }

  /// With three places, which are microseconds.
  private static func milliseconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    let places = String(microseconds % 1_000)
    let zeros = String(repeating: "0", count: 3 - places.count)
    return "\(microseconds / 1_000).\(zeros)\(places)"
  }

  private static func json(_ members: (inout JSONWriter) -> Void) -> String {
    String(decoding: JSONWriter.write { $0.object(members) }, as: UTF8.self)
  }
}
