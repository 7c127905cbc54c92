import AnchorModel
import AppShell
import ToolboxCommandLine
import WebInterface

/// The timer: the session that runs or is paused, or the form that starts one.
struct TimerCard {
  let view: DayView

  var html: HTML {
    guard let session = view.active else {
      return div(.class("timer")) { card("What is next?") { StartForm.html } }
    }
    let line = SessionLine(session: session, now: view.now, zone: view.zone)
    return div(.class("timer", isPaused(session) ? "paused" : "running")) {
      card("Focus", note: HTML(note(line))) {
        ring(session)
        div(.class("timer-words")) {
          p(HTML(line.title), .class("timer-title"))
          if !session.words.tags.isEmpty {
            p(.class("timer-tags")) { for tag in session.words.tags { badge(HTML("#\(tag)")) } }
          }
          p(HTML(detail(session, line)), .class("quiet-text"))
        }
        div(.class("timer-actions")) {
          if isPaused(session) {
            actionButton("Go on", .primary, icon: .play, to: "/resume")
            actionButton("Done", icon: .check, to: "/done")
          } else {
            actionButton("Done", .primary, icon: .check, to: "/done")
            actionButton("Pause", icon: .pause, to: "/pause")
          }
        }
        disclosure("Start another one") {
          p("The one that runs now ends then.", .class("hint"))
          StartForm.html
        }
      }
    }
  }

  private func isPaused(_ session: FocusSession) -> Bool {
    if case .paused = session.phase { true } else { false }
  }

  /// Around it stands what the script needs to count on; only of a session that runs.
  private func ring(_ session: FocusSession) -> HTML {
    let focused = session.focusedSeconds(at: view.now)
    let left = session.remainingSeconds(at: view.now)
    let shown = Self.clock(left ?? focused)
    let share = session.plannedSeconds > 0 ? Double(focused) / Double(session.plannedSeconds) : nil
    let ring = DayRing(
      shown, unit: left == nil ? "so far" : "left", share: share,
      description: left == nil ? "\(shown) so far" : "\(shown) left"
    ).html
    guard case .running(let since) = session.phase else { return ring }
    return div(
      ring, .data("timer"), .data("since", "\(since.wholeSeconds)"),
      .data("banked", "\(session.bankedSeconds)"), .data("planned", "\(session.plannedSeconds)"))
  }

  private func note(_ line: SessionLine) -> String {
    if isPaused(line.session) { return "paused" }
    return line.session.plannedEnd.map { "until \(line.clock($0))" } ?? "open end"
  }

  private func detail(_ session: FocusSession, _ line: SessionLine) -> String {
    let planned =
      session.plannedSeconds > 0
      ? " of \(HumanDuration.text(.seconds(session.plannedSeconds)))" : ""
    return "\(line.length)\(planned), since \(line.start)"
  }

  /// `24:07`, or `1:24:07` from an hour on.
  static func clock(_ seconds: Int) -> String {
    let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
    let pad = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return hours > 0 ? "\(hours):\(pad(minutes)):\(pad(rest))" : "\(minutes):\(pad(rest))"
  }
}
