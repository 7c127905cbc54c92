import HubContracts
import HubCore
import HubHTTP
import ToolboxCommandLine

/// The log of answers as lines of text on standard error.
///
/// By default only refusals: a line says when, what, which route, how long, and the request's id.
struct TextLog: HubLog {
  let console: any Console
  let clock: any WallClock
  let isEveryAnswerLogged: Bool

  func answered(_ line: HubLogLine) {
    guard isEveryAnswerLogged || isRefusal(line) else { return }
    console.complain(text(line))
  }

  /// An app that waits for its approval asks every few seconds; that is no news.
  private func isRefusal(_ line: HubLogLine) -> Bool {
    line.status >= 400 && line.code != HubErrorCode.authorizationPending.rawValue
  }

  func text(_ line: HubLogLine) -> String {
    let time = ISOTime.text(ofMilliseconds: clock.nowMilliseconds)
    let (seconds, attoseconds) = line.duration.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    let code = line.code ?? (line.status < 400 ? "ok" : "refused")
    let text =
      "\(time) \(line.status) \(code) \(line.method) \(line.route) \(microseconds) us "
      + line.requestID
    // The last wall: nothing in a line comes from a client, and no token is ever let through.
    return text.contains("hub_") ? "\(time) \(line.status) withheld" : text
  }
}
