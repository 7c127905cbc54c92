// expect-error: 'Field<Record>' initializer is inaccessible due to 'private' protection level
import HubContracts

/// A field is made only by the vocabulary's functions.
struct Diary: Facts {
  var title = ""

  static let contract = Contract<Diary>(
    .journal, "diary",
    [
      Field(
        "title", .flag, isRequired: true, read: { .choice($0.title) },
        write: { diary, value in if case .choice(let title) = value { diary.title = title } })
    ])
}
