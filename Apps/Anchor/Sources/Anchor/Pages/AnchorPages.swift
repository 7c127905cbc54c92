import AnchorModel
import AppShell
import ToolboxHTTP
import WebInterface

/// Anchor's own pages: the timer and the day.
///
/// Each form's answer leads back to the page, so that a reload sends nothing again.
struct AnchorPages {
  let app: AnchorApp

  var pages: AppPages {
    AppPages(
      navigation: [
        .init("Today", "/", .today), .init("Plan", "/plan", .calendar),
        .init("Habits", "/habits", .habit),
        .init("Look back", "/look-back", .chart),
      ],
      styleSheets: [StaticAsset("anchor.css", PackageResources.anchor_css)],
      modules: [StaticAsset("timer.js", PackageResources.timer_js)],
      routes: [
        .get("/") { (call) throws(Trouble) in try await today(call) },
        .get("/days/:day") { (call) throws(Trouble) in try await day(call) },
        .post("/start") { (call) throws(Trouble) in
          let wish = try StartForm.read(call)
          return try await changing(call) { () throws(AnchorError) in
            _ = try await app.anchor.start(wish.words(), plannedSeconds: wish.plannedSeconds)
          }
        },
        .post("/pause") { (call) throws(Trouble) in
          try await changing(call) { () throws(AnchorError) in _ = try await app.anchor.pause() }
        },
        .post("/resume") { (call) throws(Trouble) in
          try await changing(call) { () throws(AnchorError) in _ = try await app.anchor.resume() }
        },
        .post("/done") { (call) throws(Trouble) in
          try await changing(call) { () throws(AnchorError) in _ = try await app.anchor.finish() }
        },
        .undo("/undo/:step", app, back: "/"),
      ] + PlanPages(app: app).routes + HabitPages(app: app).routes + lookBackRoutes)
  }

  private func changing(
    _ call: PageCall, _ change: () async throws(AnchorError) -> Void
  ) async throws(Trouble) -> HTTPResponse {
    try await app.saying(change)
    return call.seeOther("/?done=1")
  }

  private func today(_ call: PageCall) async throws(Trouble) -> HTTPResponse {
    let view = try await app.saying { () throws(AnchorError) in try await app.anchor.view() }
    var response = call.page(
      "Today", at: "/", lead: HTML(DayWords.title(of: view.day))
    ) {
      board {
        TimerCard(view: view).html
      } aside: {
        stack {
          HabitsCard(view: view).html
          DayCard(view: view).html
          SharedDayCard(view.sharedWords).html
          TimelineCard(view: view).html
        }
      }
      if call["done"] == "1" { UndoOffer(view).html { "/undo/\($0)" } }
    }
    // Shows the end of the plan without a script too.
    if let left = view.active?.remainingSeconds(at: view.now), view.active?.plannedEnd != nil {
      response.headers.add("Refresh", "\(left + 1); url=/")
    }
    return response
  }

  private func day(_ call: PageCall) async throws(Trouble) -> HTTPResponse {
    guard let day = Day(call.parameter) else { return call.seeOther("/") }
    let view = try await app.saying { () throws(AnchorError) in
      try await app.anchor.view(of: day)
    }
    if view.day == view.today { return call.seeOther("/") }
    return call.page(DayWords.title(of: day)) {
      board {
        TimelineCard(view: view).html
      } aside: {
        stack {
          HabitsCard(view: view).html
          DayCard(view: view).html
          SharedDayCard(view.sharedWords).html
        }
      }
      if call["done"] == "1" { UndoOffer(view).html { "/undo/\($0)" } }
    }
  }
}
