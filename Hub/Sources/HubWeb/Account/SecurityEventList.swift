import HubContracts
import HubCore
import WebInterface

/// What happened around the account, in words, the newest first.
struct SecurityEventList {
  let events: [SecurityEvent]
  let words: DateWords

  var html: HTML {
    card("Recent security events", id: "events") {
      if events.isEmpty {
        p("Nothing yet.", .class("quiet-text"))
      } else {
        dataTable(
          "What happened around signing in",
          columns: [.text("What"), .text("When"), .text("From")],
          rows: events.map(row))
      }
      p(link("Everything on record, and which devices have checked it", to: "/activity/audit"))
    }
  }

  private func row(_ event: SecurityEvent) -> [HTML] {
    let times = event.times == 1 ? "" : ", \(CountWords.text(event.times, "time", "times"))"
    return [
      "\(SecurityEventWords(event).text)\(times)", words.html(milliseconds: event.atMilliseconds),
      HTML(event.method == .commandLine ? "The Hub's machine" : NetworkWords(event.network).text),
    ]
  }
}
