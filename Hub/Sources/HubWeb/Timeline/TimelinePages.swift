import HubContracts
import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// `/timeline`: what happened, across the apps, day by day.
struct TimelinePages: Sendable {
  let parts: HubPages.Parts
  let site: Site

  var routes: [Route] {
    [.person(.get, "/timeline", summary: "The timeline, for a person.", respond: page)]
  }

  private func page(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      let timeline = try await parts.timeline.page(
        TimelineFilter.query(of: routed.request), of: session.account)
      let words = parts.words(of: session)
      let bar = try await parts.unlockBar(of: session)
      let view = TimelineView(timeline: timeline, words: words)
      return Page.own(
        "Timeline", of: session, on: site, at: "/timeline", lead: HTML(lead(of: timeline))
      ) {
        OfflineNotice(words: words).html
        bar
        live("timeline-\(timeline.newest)", view.html)
      }.response()
    } catch { return parts.problem(error) }
  }

  private func lead(of timeline: Timeline) -> String {
    guard let domain = timeline.query.domain else { return "All apps, by day" }
    let title = Fleet.owner(of: domain)?.title ?? domain.rawValue
    return timeline.query.type.map { "\(title), \(RecordWords.type($0).lowercased())" } ?? title
  }
}
