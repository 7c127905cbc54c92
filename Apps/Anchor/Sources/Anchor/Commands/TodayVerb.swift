import AnchorModel
import AppShell
import ToolboxCommandLine

extension AppVerb<AnchorApp> {
  /// `today [DAY]`: a day's sessions and figures.
  static var today: AppVerb {
    let day = OptionalArgument(
      "day", .text, "Another day, such as yesterday, fri or 2026-11-30.")
    return AppVerb("today", "Shows the day.", [day]) { (call) throws(Trouble) in
      let shown = try await call.app.day(call.input[day], leaning: .past)
      let view = try await call.app.saying { () throws(AnchorError) in
        try await call.app.anchor.view(of: shown)
      }
      return DayWords(view).answer
    }
  }
}

extension AnchorApp {
  /// The day that a person typed; nil where they typed none.
  func day(
    _ text: String?, leaning: HumanDate.Leaning
  ) async throws(Trouble) -> AnchorModel.Day? {
    guard let text else { return nil }
    let clock = try await localClock()
    do throws(HumanDate.Problem) {
      let day = try HumanDate.day(text, clock, leaning: leaning)
      return AnchorModel.Day(number: day.number)
    } catch {
      throw Trouble(
        .usage, "usage.wrong_value", "\"\(text)\" is not \(error.expected).",
        "Such as: anchor today yesterday")
    }
  }

  /// The clock by which dates are read that a person types.
  func localClock() async throws(Trouble) -> LocalClock {
    let store = store
    return try await saying { () throws(AnchorError) in
      try await anchor.read { (desk, transaction) throws(AnchorError) in
        let zone = try inAnchor { () throws(StoreError) in try store.zone(transaction) }
        return LocalClock(now: desk.now.wholeSeconds) { zone.offsetSeconds(at: $0) }
      }
    }
  }
}
