import AnchorModel
import AppShell
import ToolboxHTTP
import WebInterface

/// The pages of habits: all of them, one of them, and what their forms do.
struct HabitPages {
  /// The page on which a form stood, and to which its answer leads back.
  enum Origin: String {
    case day, habits, habit
  }

  let app: AnchorApp

  var routes: [PageRoute] {
    [
      .get("/habits") { (call) throws(Trouble) in try await list(call) },
      .post("/habits") { (call) throws(Trouble) in
        let wish = try HabitForms.wish(call)
        try await app.saying { () throws(AnchorError) in _ = try await app.anchor.addHabit(wish) }
        return call.seeOther("/habits?done=1")
      },
      .get("/habits/:habit") { (call) throws(Trouble) in try await page(call) },
      .post("/habits/:habit/done") { (call) throws(Trouble) in try await said(call) },
      .post("/habits/:habit/clear") { (call) throws(Trouble) in try await cleared(call) },
      .post("/habits/:habit/edit") { (call) throws(Trouble) in
        let wish = try HabitForms.wish(call)
        return try await changing(call) { (id) throws(AnchorError) in
          _ = try await app.anchor.editHabit(id) { (held) throws(HabitRefusal) in held = wish }
        }
      },
      .post("/habits/:habit/archive") { (call) throws(Trouble) in
        try await changing(call) { (id) throws(AnchorError) in
          _ = try await app.anchor.archiveHabit(id)
        }
      },
      .post("/habits/:habit/resume") { (call) throws(Trouble) in
        try await changing(call) { (id) throws(AnchorError) in
          _ = try await app.anchor.resumeHabit(id)
        }
      },
      .undo("/habits-undo/:step", app, back: "/habits"),
    ]
  }

  // MARK: - What forms do

  private func said(_ call: PageCall) async throws(Trouble) -> HTTPResponse {
    if call["clear"] == "1" { return try await cleared(call) }
    let amount = try HabitOptions.amount(call["amount"].isEmpty ? nil : call["amount"])
    let wish = CheckInWish(
      saying: call["skip"] == "1" ? .skipped : .done(amount), day: try Self.day(call),
      note: call.fields["note"])
    return try await changing(call) { (id) throws(AnchorError) in
      _ = try await app.anchor.checkIn(id, wish)
    }
  }

  private func cleared(_ call: PageCall) async throws(Trouble) -> HTTPResponse {
    let day = try Self.day(call)
    return try await changing(call) { (id) throws(AnchorError) in
      _ = try await app.anchor.clearCheckIn(id, on: day)
    }
  }

  private func changing(
    _ call: PageCall, _ change: (HabitID) async throws(AnchorError) -> Void
  ) async throws(Trouble) -> HTTPResponse {
    let id = try Self.habit(call)
    try await app.saying { () throws(AnchorError) in try await change(id) }
    switch Origin(rawValue: call["from"]) {
    case .day?: return call.seeOther(try await dayPage(call))
    case .habits?: return call.seeOther("/habits?done=1")
    case .habit?, nil: return call.seeOther("/habits/\(id.description)?done=1")
    }
  }

  private func dayPage(_ call: PageCall) async throws(Trouble) -> PagePath {
    let today = try await app.saying { () throws(AnchorError) in
      try await app.anchor.read { (desk, _) throws(AnchorError) in desk.today }
    }
    guard let day = try Self.day(call), day != today else { return "/?done=1" }
    return "/days/\(day.description)?done=1"
  }

  private static func habit(_ call: PageCall) throws(Trouble) -> HabitID {
    guard let id = HabitID(call.parameter) else { throw Trouble(HabitRefusal.notFound) }
    return id
  }

  /// The day that a form names; nil for today.
  private static func day(_ call: PageCall) throws(Trouble) -> Day? {
    call["day"].isEmpty ? nil : try Day(chosen: call["day"])
  }

  // MARK: - All habits

  private func list(_ call: PageCall) async throws(Trouble) -> HTTPResponse {
    let all = try await app.habitStandings()
    let kept = all.filter { !$0.habit.schedule.isArchived }
    let resting = all.filter { $0.habit.schedule.isArchived }
    let offer = try await offer(call)
    return call.page("Habits", at: "/habits") {
      board {
        stack {
          card("Today") {
            if kept.isEmpty {
              emptyState(.habit, "No habits yet") { p("Begin one; it needs no more than a name.") }
            } else {
              HabitList(kept, from: .habits).html
            }
          }
          if !resting.isEmpty {
            card("At rest") {
              ul(.class("habits")) {
                for standing in resting {
                  li(.class("habit")) {
                    link(standing.line.name, to: "/habits/\(standing.habit.id.description)")
                  }
                }
              }
            }
          }
        }
      } aside: {
        card("New habit") { HabitForms.habit(nil, to: "/habits") }
      }
      offer
    }
  }

  private func offer(_ call: PageCall) async throws(Trouble) -> HTML {
    guard call["done"] == "1" else { return .empty }
    let view = try await app.saying { () throws(AnchorError) in try await app.anchor.view() }
    return UndoOffer(view).html { "/habits-undo/\($0)" }
  }

  // MARK: - One habit

  private func page(_ call: PageCall) async throws(Trouble) -> HTTPResponse {
    let id = try Self.habit(call)
    let standing = try await app.saying { () throws(AnchorError) in
      let today = try await app.anchor.read { (desk, _) throws(AnchorError) in desk.today }
      return HabitStanding(history: try await app.anchor.habit(id), day: today, today: today)
    }
    let offer = try await offer(call)
    return call.page(standing.line.name, lead: HTML(standing.line.inOneLine)) {
      board {
        stack {
          HabitCard(standing: standing).html
          card("A day") { HabitForms.day(standing) }
        }
      } aside: {
        stack {
          HabitDaysCard(standing: standing).html
          HabitChangeCard(habit: standing.habit).html
        }
      }
      offer
    }
  }
}
