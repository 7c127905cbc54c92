import AnchorModel
import AppShell
import WebInterface

/// The form that starts a session; one press a length.
struct StartForm {
  private static let minutes = [25, 15, 45, 60, 90]

  let title: String
  let tags: [String]
  let plannedSeconds: Int

  func words() throws(AnchorError) -> SessionWords {
    try refusing { () throws(SessionRefusal) in try SessionWords(title: title, tags: tags) }
  }

  /// - Throws: ``Trouble`` where the length is not one that a button sends.
  static func read(_ call: PageCall) throws(Trouble) -> StartForm {
    guard let minutes = Int(call["minutes"]), (0...180).contains(minutes) else {
      throw Trouble(
        .usage, "anchor.no_length", "It is not clear how long the session shall be.",
        "Choose a length on the page. Nothing was started.")
    }
    let tags = call["tags"].split { $0 == "," || $0 == "#" }.map(String.init)
    return StartForm(title: call["title"], tags: tags, plannedSeconds: minutes * 60)
  }

  static var html: HTML {
    form(to: "/start", .class("start")) {
      field("What for", "title") {
        $0.isRequired = false
        $0.attributes = [.autocomplete("off"), .placeholder("Write chapter 3")]
      }
      // The first button is the one that Enter presses.
      div(.class("lengths"), .role("group"), .aria("label", "Start, by length")) {
        for (place, number) in minutes.enumerated() {
          button(
            "\(number) min", place == 0 ? .primary : .plain, icon: place == 0 ? .play : nil,
            name: "minutes", value: "\(number)")
        }
        button("Open end", .plain, name: "minutes", value: "0")
      }
      disclosure("Tags") {
        field("Tags, parted by commas", "tags") {
          $0.isRequired = false
          $0.attributes = [.autocomplete("off"), .placeholder("book, morning")]
        }
      }
    }
  }
}
