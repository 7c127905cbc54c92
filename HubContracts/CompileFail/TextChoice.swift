// expect-error: static method 'choice' requires that 'String' conform to 'Choice'
import HubContracts

/// A choice is a fixed list of words and not any word.
struct Diary: Facts {
  var title = ""

  static let contract = Contract<Diary>(.journal, "diary", [.choice("title", \.title)])
}
