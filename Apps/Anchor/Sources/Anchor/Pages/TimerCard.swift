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

/// The form that starts a session; one press a length.
struct StartForm {
  private static let minutes = [25, 15, 45, 60, 90]

  let title: String
  let tags: [String]
  let plannedSeconds: Int

  func words() throws(AnchorError) -> SessionWords {
    try refusing { () throws(SessionRefusal) in try SessionWords(title: title, tags: tags) }
  }

  /// - Throws: ``Trouble`` where the length is not one that a button sends.
  static func read(_ call: PageCall) throws(Trouble) -> StartForm {
    guard let minutes = Int(call["minutes"]), (0...180).contains(minutes) else {
      throw Trouble(
        .usage, "anchor.no_length", "It is not clear how long the session shall be.",
        "Choose a length on the page. Nothing was started.")
    }
    let tags = call["tags"].split { $0 == "," || $0 == "#" }.map(String.init)
    return StartForm(title: call["title"], tags: tags, plannedSeconds: minutes * 60)
  }

  static var html: HTML {
    form(to: "/start", .class("start")) {
      field("What for", "title") {
        $0.isRequired = false
        $0.attributes = [.autocomplete("off"), .placeholder("Write chapter 3")]
      }
      // The first button is the one that Enter presses.
      div(.class("lengths"), .role("group"), .aria("label", "Start, by length")) {
        for (place, number) in minutes.enumerated() {
          button(
            "\(number) min", place == 0 ? .primary : .plain, icon: place == 0 ? .play : nil,
            name: "minutes", value: "\(number)")
        }
        button("Open end", .plain, name: "minutes", value: "0")
      }
      disclosure("Tags") {
        field("Tags, parted by commas", "tags") {
          $0.isRequired = false
          $0.attributes = [.autocomplete("off"), .placeholder("book, morning")]
        }
      }
    }
  }
}
