// expect-error: 'WritableKeyPath<Diary, Optional<String>>' to expected argument type
import HubContracts

/// A text that may be absent is a text.
struct Diary: Facts {
  var note: String?

  static let contract = Contract<Diary>(.journal, "diary", [.optionalCount("note", \.note)])
}
