import AnchorModel
import AppShell
import ToolboxHTTP
import WebInterface

/// The page of a day's plan, and what its forms do.
///
/// A form names its day, so that a block which a template is yet to make can be acted on.
struct PlanPages {
  let app: AnchorApp

  var routes: [PageRoute] {
    [
      .get("/plan") { (call) throws(Trouble) in try await page(call, of: nil) },
      .get("/plan/:day") { (call) throws(Trouble) in
        guard let day = Day(call.parameter) else { return call.seeOther("/plan") }
        return try await page(call, of: day)
      },
      .post("/plan/:day/add") { (call) throws(Trouble) in
        let (wish, day) = (try PlanForms.wish(call), try Day(chosen: call.parameter))
        try await app.saying { () throws(AnchorError) in
          if let weekdays = PlanForms.weekdays(call) {
            _ = try await app.anchor.addTemplate(wish, weekdays)
          } else {
            _ = try await app.anchor.addBlock(wish, on: day)
          }
        }
        return call.seeOther("/plan/\(day.description)?done=1")
      },
      .post("/plan/:day/roll") { (call) throws(Trouble) in
        let day = try Day(chosen: call.parameter)
        try await app.saying { () throws(AnchorError) in
          _ = try await app.anchor.rollOver(from: day.adding(days: -1), to: day)
        }
        return call.seeOther("/plan/\(day.description)?done=1")
      },
      .post("/plan/:day/copy") { (call) throws(Trouble) in
        let (day, from) = (try Day(chosen: call.parameter), try Day(chosen: call["from"]))
        try await app.saying { () throws(AnchorError) in
          _ = try await app.anchor.copyPlan(from: from, to: day)
        }
        return call.seeOther("/plan/\(day.description)?done=1")
      },
      .post("/plan/:day/review") { (call) throws(Trouble) in
        let day = try Day(chosen: call.parameter)
        try await app.saying { () throws(AnchorError) in
          _ = try await app.anchor.review(day, note: call["note"])
        }
        return call.seeOther("/plan/\(day.description)?done=1")
      },
      .get("/plan-blocks/:block") { (call) throws(Trouble) in try await blockPage(call) },
      .post("/plan-blocks/:block/done") { (call) throws(Trouble) in
        try await changing(call) { (key) throws(AnchorError) in
          _ = try await app.anchor.completeBlock(key)
        }
      },
      .post("/plan-blocks/:block/skip") { (call) throws(Trouble) in
        try await changing(call) { (key) throws(AnchorError) in
          _ = try await app.anchor.skipBlock(key)
        }
      },
      .post("/plan-blocks/:block/reopen") { (call) throws(Trouble) in
        try await changing(call) { (key) throws(AnchorError) in
          _ = try await app.anchor.reopenBlock(key)
        }
      },
      .post("/plan-blocks/:block/remove") { (call) throws(Trouble) in
        try await changing(call) { (key) throws(AnchorError) in
          _ = try await app.anchor.removeBlock(key)
        }
      },
      .post("/plan-blocks/:block/edit") { (call) throws(Trouble) in
        let wish = try PlanForms.wish(call)
        return try await changing(call) { (key) throws(AnchorError) in
          _ = try await app.anchor.editBlock(key) { (held) throws(PlanRefusal) in held = wish }
        }
      },
      .post("/plan-blocks/:block/start") { (call) throws(Trouble) in
        let key = try Self.key(call)
        try await app.saying { () throws(AnchorError) in
          let view = try await app.anchor.plan(of: key.day)
          guard let block = view.plan.blocks.first(where: { $0.id == key.id }) else {
            throw .plan(.notFound)
          }
          _ = try await app.anchor.start(block)
        }
        return call.seeOther("/?done=1")
      },
      .post("/plan-blocks/:block/why") { (call) throws(Trouble) in
        let cause = ReviewNotes.Cause(rawValue: call["cause"])
        return try await changing(call) { (key) throws(AnchorError) in
          _ = try await app.anchor.review(
            key.day, cause: (key.id, cause == .unknown ? nil : cause))
        }
      },
      .post("/plan-usual/:template/remove") { (call) throws(Trouble) in
        guard let id = PlanTemplateID(call.parameter) else {
          throw Trouble(PlanRefusal.templateNotFound)
        }
        try await app.saying { () throws(AnchorError) in
          _ = try await app.anchor.removeTemplate(id)
        }
        return call.seeOther("/plan?done=1")
      },
      .undo("/plan-undo/:step", app, back: "/plan"),
    ]
  }

  private func changing(
    _ call: PageCall, _ change: (BlockKey) async throws(AnchorError) -> Void
  ) async throws(Trouble) -> HTTPResponse {
    let key = try Self.key(call)
    try await app.saying { () throws(AnchorError) in try await change(key) }
    return call.seeOther("/plan/\(key.day.description)?done=1")
  }

  private static func key(_ call: PageCall) throws(Trouble) -> BlockKey {
    guard let id = PlanBlockID(call.parameter) else { throw Trouble(PlanRefusal.notFound) }
    return BlockKey(id: id, day: try Day(chosen: call["day"]))
  }

  private func page(_ call: PageCall, of day: Day?) async throws(Trouble) -> HTTPResponse {
    let view = try await app.saying { () throws(AnchorError) in
      try await app.anchor.plan(of: day)
    }
    return call.page("Plan", at: "/plan", lead: HTML(DayWords.title(of: view.day))) {
      PlanDayChoice(view: view).html
      for warning in view.load.warnings { notice(.caution, HTML(PlanLoadWords.words(warning))) }
      board {
        stack {
          PlanCard(view: view).html
          PlanTimetable(view: view).html
          PlanReviewCard(view: view).html
        }
      } aside: {
        stack {
          card("Plan something") { PlanForms.block(nil, to: "/plan/\(view.day.description)/add") }
          PlanUsualCard(view: view).html
        }
      }
      if call["done"] == "1" { offer(view) }
    }
  }

  private func blockPage(_ call: PageCall) async throws(Trouble) -> HTTPResponse {
    let key = try Self.key(call)
    let view = try await app.saying { () throws(AnchorError) in
      try await app.anchor.plan(of: key.day)
    }
    guard let block = view.plan.blocks.first(where: { $0.id == key.id }) else {
      throw Trouble(PlanRefusal.notFound)
    }
    return call.page(block.words.title, lead: HTML(DayWords.title(of: block.day))) {
      card("The block") {
        PlanForms.block(block, to: "/plan-blocks/\(block.id.description)/edit")
      }
      buttonLink("Back to the plan", to: "/plan/\(block.day.description)", .quiet)
    }
  }

  private func offer(_ view: PlanView) -> HTML {
    UndoOffer(lastAction: view.lastAction, now: view.now).html { "/plan-undo/\($0)" }
  }
}
