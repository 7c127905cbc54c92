// expect-error: 'WritableKeyPath<Diary, String>' to expected argument type 'WritableKeyPath<Diary, Int>'
import HubContracts

/// A title is not in the vocabulary, whichever function is tried.
struct Diary: Facts {
  var title = ""

  static let contract = Contract<Diary>(.journal, "diary", [.count("title", \.title)])
}
