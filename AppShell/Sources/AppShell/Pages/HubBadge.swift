import WebInterface

/// The corner of each page: how it stands with the Hub, in two words, and the way there.
struct HubBadge {
  private let words: StatusWords

  init(_ words: StatusWords) { self.words = words }

  var html: HTML {
    switch words.status.state {
    case .damaged: badgeLink("Sync has stopped", .caution)
    case .signedOut: words.isOwned ? badgeLink("Sign in again", .caution) : .empty
    case .approvalNeeded: badgeLink("Approval needed", .caution)
    case .offline, .waiting, .conflicts, .quarantined, .upToDate:
      words.status.needsPerson ? badgeLink("Look at the Hub", .caution) : connected
    }
  }

  private var connected: HTML {
    let waiting = words.status.waiting
    return switch words.status.state {
    case .offline: badgeLink(waiting > 0 ? "Offline, \(waiting) waiting" : "Offline", .plain)
    case .waiting(0): badgeLink("Not synchronised yet", .plain)
    case .waiting: badgeLink("\(waiting) waiting", .plain)
    default: badgeLink(words.headline, .good)
    }
  }

  private func badgeLink(_ text: String, _ tone: Tone) -> HTML {
    link(badge(HTML(text), tone), to: HubPages.path)
  }
}
