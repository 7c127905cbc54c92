/// What an error says to a person: what happened, what to do, and the code to look it up by.
///
/// ``text`` is the description of each public error of the kit, so that `"\(error)"` can be shown as it
/// is. An app that names its own commands in the remedy switches over the error instead.
struct ErrorWords {
  let what: String
  let remedy: String
  let code: String

  init(_ what: String, _ remedy: String, _ code: String) {
    (self.what, self.remedy, self.code) = (what, remedy, code)
  }

  var text: String { "\(what) \(remedy) (\(code))" }

  static let nothingIsLost = "Nothing is lost."
}
