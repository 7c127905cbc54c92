import WebInterface

/// The corner of each page: how it stands with the Hub, in two words, and the way there.
struct HubBadge {
  private let standing: SyncStanding

  init(_ standing: SyncStanding) { self.standing = standing }

  var html: HTML {
    switch standing.connection {
    case .notConnected: .empty
    case .signInNeeded: badgeLink("Sign in again", .caution)
    case .approvalNeeded: badgeLink("Approval needed", .caution)
    case .connected:
      if standing.needsPerson {
        badgeLink("Look at the Hub", .caution)
      } else if standing.failure != nil {
        badgeLink(standing.waiting > 0 ? "Offline, \(standing.waiting) waiting" : "Offline", .plain)
      } else if standing.waiting > 0 {
        badgeLink("\(standing.waiting) waiting", .plain)
      } else {
        badgeLink("Up to date", .good)
      }
    }
  }

  private func badgeLink(_ text: String, _ tone: Tone) -> HTML {
    link(badge(HTML(text), tone), to: HubPages.path)
  }
}
