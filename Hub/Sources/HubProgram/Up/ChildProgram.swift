/// A program that `hub up` keeps running.
struct ChildProgram: Sendable, Equatable {
  /// Stands before each line that it prints.
  let name: String
  let path: String
  let arguments: [String]
  /// What a person should know of an app before it starts, said once.
  var note: String?
}
