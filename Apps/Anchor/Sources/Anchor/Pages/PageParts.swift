import AnchorModel
import AppShell
import WebInterface

extension PageRoute {
  /// Takes the step back that `:step` of the path names.
  static func undo(_ path: String, _ app: AnchorApp, back: PagePath) -> PageRoute {
    .post(path) { (call) throws(Trouble) in
      let step = Int64(call.parameter) ?? -1
      try await app.saying { () throws(AnchorError) in _ = try await app.anchor.undo(step) }
      return call.seeOther(back)
    }
  }
}

extension Day {
  /// The day that a form or an address names.
  init(chosen text: String) throws(Trouble) {
    guard let day = Day(text) else {
      throw Trouble(
        .usage, "usage.wrong_value", "That is not a day.", "Nothing was changed. Choose a day.")
    }
    self = day
  }
}
