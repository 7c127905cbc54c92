import HubContracts
import PersonalSyncKit
import ToolboxSQLite

/// The forms of a journal; every promise is tried on each.
public enum JournalForm: String, CaseIterable, Sendable { case attached, detached }

/// The small app of a test: minutes under a name, and the journal of either form.
///
/// Its values travel as Anchor's focus sessions, of which only the minutes matter here.
public protocol NoteApp: Sendable {
  var journal: Journal { get }
  /// Where the journal is.
  var pool: DatabasePool { get }
  /// Saves a note and queues it; nil removes it.
  func save(_ id: RecordID, minutes: Int?, nowMilliseconds: Int64) async throws(JournalError)
  /// Changes notes past the journal, as a program did that acknowledged records without keeping them,
  /// or that ended before it could queue what it saved.
  func put(_ notes: [RecordID: Int?]) async throws(JournalError)
  func notes() async throws(JournalError) -> Set<NoteStore.Note>
}
