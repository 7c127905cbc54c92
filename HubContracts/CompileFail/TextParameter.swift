// expect-error: 'WritableKeyPath<AddNote, String>' to expected argument type 'WritableKeyPath<AddNote, Int>'
import HubContracts

/// An action cannot carry a text any more than a record can (ACT-02).
struct AddNote: ActionParameters {
  var note = ""

  static let action = ActionForm<AddNote>(
    .journal, "addNote", minutes: 5, [.count("note", \.note)])
}
