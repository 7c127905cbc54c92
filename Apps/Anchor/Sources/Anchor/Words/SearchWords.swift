import AnchorModel
import AppShell
import ToolboxJSON

/// What a search found, in words, for the terminal.
struct SearchWords {
  private let view: SearchView

  init(_ view: SearchView) { self.view = view }

  var answer: Answer {
    Answer(lines.joined(separator: "\n")) { json in
      json.object { json in
        json.member("sessions") { json in
          json.array(view.lines) { json, line in line.write(to: &json) }
        }
        json.member("hasMore", view.found.hasMore)
      }
    }
  }

  private var lines: [String] {
    if view.found.sessions.isEmpty { return ["Nothing found."] }
    let lines = view.lines.map { "  \($0.day)  \($0.start)  \($0.length)  \($0.titleWithTags)" }
    return view.found.hasMore ? lines + ["  There are older ones too."] : lines
  }
}

extension SearchView {
  var lines: [SessionLine] {
    found.sessions.map { SessionLine(session: $0, now: now, zone: zone) }
  }
}
