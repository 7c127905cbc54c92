import AnchorExport
import AnchorModel
import AppShell
import ToolboxCommandLine
import ToolboxHTTP
import WebInterface

/// What stands in the address of a page that looks back: which days, and of which tag.
///
/// Every word of it comes from outside; what names no days means the usual ones.
struct LookBackQuery {
  static let usual = NamedDays.fourWeeks

  let days: ClosedRange<Day>
  /// Nil where the days are not a named stretch.
  let named: NamedDays?
  /// Empty for all.
  let tag: String

  init(_ call: PageCall, today: Day) {
    tag = call["tag"]
    if let from = Day(call["from"]), let to = Day(call["to"]), from <= to {
      (days, named) = (from...to, nil)
    } else {
      let name = NamedDays(rawValue: call["days"]) ?? Self.usual
      (days, named) = (name.days(today: today), name)
    }
  }

  var filter: TagFilter { TagFilter(with: tag.isEmpty ? [] : [tag]) }

  /// The same days at another address, which is one of ours and has no query yet.
  func path(_ path: PagePath) -> PagePath {
    if let named { return path.query("days", named.rawValue) }
    return path.query("from", days.lowerBound.description)
      .query("to", days.upperBound.description)
  }
}

extension AnchorPages {
  /// The pages that look back, and the files that they offer.
  var lookBackRoutes: [PageRoute] {
    [
      .get("/look-back") { (call) throws(Trouble) in try await lookBack(call) },
      .get("/search") { (call) throws(Trouble) in try await search(call) },
      .get("/export/:format") { (call) throws(Trouble) in try await export(call) },
    ]
  }

  private func lookBack(_ call: PageCall) async throws(Trouble) -> HTTPResponse {
    let query = LookBackQuery(call, today: try await today())
    let view = try await app.saying { () throws(AnchorError) in
      try await app.anchor.lookBack(query.days, query.filter)
    }
    let charts = LookBackCharts(view)
    return call.page("Look back", at: "/look-back", lead: HTML(LookBackWords.title(of: view.days)))
    {
      LookBackChoice(query: query).html
      board {
        stack {
          LookBackCard(view: view, query: query).html
          if view.overview.finished.sessions > 0 {
            charts.course
            charts.week
          }
        }
      } aside: {
        stack {
          SearchForm(typed: "").html
          if view.overview.finished.sessions > 0 {
            TagsCard(view: view, query: query).html
            charts.weekdays
            charts.hours
          }
          ExportCard(query: query).html
        }
      }
    }
  }

  private func search(_ call: PageCall) async throws(Trouble) -> HTTPResponse {
    let search = SessionSearch(call["q"])
    if search.words.isEmpty { return call.seeOther("/look-back") }
    let view = try await app.saying { () throws(AnchorError) in
      try await app.anchor.search(search)
    }
    return call.page("Search", at: "/look-back", width: .column) {
      SearchForm(typed: call["q"]).html
      FoundCard(view: view).html
    }
  }

  private func export(_ call: PageCall) async throws(Trouble) -> HTTPResponse {
    guard let format = ExportFormat(rawValue: call.parameter) else {
      return call.seeOther("/look-back")
    }
    let query = LookBackQuery(call, today: try await today())
    var bytes: [UInt8] = []
    try await app.saying { () throws(AnchorError) in
      var reader = try await ExportReader(format, days: query.days, from: app.anchor)
      while let piece = try await reader.next() { bytes += piece }
    }
    let name = query.named?.rawValue ?? "\(query.days.lowerBound)-\(query.days.upperBound)"
    return call.file(bytes, type: format.contentType, name: "anchor-\(name).\(format.rawValue)")
  }

  private func today() async throws(Trouble) -> Day {
    try await app.saying { () throws(AnchorError) in
      try await app.anchor.read { (desk, _) throws(AnchorError) in desk.today }
    }
  }
}
