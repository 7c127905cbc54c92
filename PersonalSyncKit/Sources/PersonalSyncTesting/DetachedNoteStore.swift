import Foundation
import HubContracts
import PersonalSyncKit
import ToolboxCrypto
import ToolboxSQLite
import ToolboxSQLiteTesting

/// A small app whose store is not SQLite: a JSON file of notes, and a journal in a file of its own.
public struct DetachedNoteStore: NoteApp {
  public let file: NoteFile
  public let detached: DetachedJournal

  public var journal: Journal { detached.journal }
  public var pool: DatabasePool { detached.store }

  /// Opens or makes a store of two files in `folder`, each change of which is a step of `disk`.
  public static func open(
    folder: String, disk: FaultyDisk? = nil, install: InstallID? = nil, random: any RandomBytes
  ) throws(JournalError) -> DetachedNoteStore {
    try open(folder: folder, disk: disk, install: install, random: random, as: Program())
  }

  package static func open(
    folder: String, disk: FaultyDisk?, install: InstallID?, random: any RandomBytes,
    as program: Program
  ) throws(JournalError) -> DetachedNoteStore {
    var program = program
    program.vfs = disk?.vfs
    return DetachedNoteStore(
      file: NoteFile(path: folder + "/notes.json", disk: disk),
      detached: try DetachedJournal.open(
        path: folder + "/journal.db", install: install, random: random, as: program))
  }

  /// Saves first and queues then: a crash between the two is made good by ``catchUp(nowMilliseconds:)``.
  public func save(
    _ id: RecordID, minutes: Int?, nowMilliseconds: Int64
  ) async throws(JournalError) {
    if minutes == nil { try await detached.willDelete(NoteStore.change(id, nil)) }
    try await put([id: minutes])
    try await detached.enqueue(
      NoteStore.change(id, minutes), nowMilliseconds: nowMilliseconds)
  }

  public func put(_ notes: [RecordID: Int?]) async throws(JournalError) {
    do { try await file.put(notes) } catch { throw .unavailable(code: "notes.file") }
  }

  public func notes() async throws(JournalError) -> Set<NoteStore.Note> {
    let notes = await file.notes
    return Set(notes.map { NoteStore.Note(id: $0.key, minutes: $0.value) })
  }

  /// What the app does at each start.
  @discardableResult
  public func catchUp(nowMilliseconds: Int64) async throws(JournalError) -> Int {
    let records = await file.notes.map { NoteStore.change($0.key, $0.value) }
    return try await detached.catchUp(with: records, nowMilliseconds: nowMilliseconds)
  }

  /// What the store holds behind a note; what an app passes as `currentRecords`.
  public func current(after id: RecordID?, _ limit: Int) async -> [RecordChange] {
    let notes = await file.notes
    return notes.keys.filter { note in id.map { note > $0 } ?? true }.sorted().prefix(limit)
      .map { NoteStore.change($0, notes[$0]) }
  }

  /// Saves a downloaded batch; what an app passes as `applyChanges`.
  public func apply(_ batch: Batch) async throws {
    var notes: [RecordID: Int?] = [:]
    for change in batch.changes {
      notes[change.record] = .some(try change.facts(as: FocusSessionFacts.self)?.focusedMinutes)
    }
    try await file.put(notes)
  }
}

/// Notes in one JSON file, which each save replaces as a whole.
public actor NoteFile {
  private let path: String
  private let disk: FaultyDisk?
  public private(set) var notes: [RecordID: Int]
  /// What was done of what the Hub asked, by the action's id: the receipts as they were.
  private var performed: [String: [UInt8]]

  private struct Content: Codable {
    var notes: [String: Int]
    var performed: [String: [UInt8]]
  }

  /// Opens `path`, or begins with no notes where there is no such file.
  public init(path: String, disk: FaultyDisk? = nil) {
    self.path = path
    self.disk = disk
    notes = [:]
    performed = [:]
    guard let bytes = FileManager.default.contents(atPath: path) else { return }
    do {
      let content = try JSONDecoder().decode(Content.self, from: bytes)
      performed = content.performed
      for (text, minutes) in content.notes {
        guard let id = RecordID(text) else { preconditionFailure("a name that was not saved") }
        notes[id] = minutes
      }
    } catch { preconditionFailure("not the file that was saved: \(error)") }
  }

  /// Sets some notes, nil to remove; all of them are on disk on return, and none on throw.
  public func put(_ changed: [RecordID: Int?]) throws { try save(changed, performed) }

  /// Sets some notes and keeps the receipt of the action that does so, in one save.
  public func put(_ changed: [RecordID: Int?], doing id: ActionID, _ receipt: ActionReceipt) throws
  {
    try save(changed, performed.merging([id.description: receipt.json]) { $1 })
  }

  /// The receipt of an action that was done before.
  public func receipt(of id: ActionID) throws -> ActionReceipt? {
    try performed[id.description].map { try ActionReceipt.read($0, in: .anchor) }
  }

  private func save(_ changed: [RecordID: Int?], _ performed: [String: [UInt8]]) throws {
    var candidate = notes
    for (id, minutes) in changed { candidate[id] = minutes }
    let texts = Dictionary(
      candidate.map { ($0.key.description, $0.value) }, uniquingKeysWith: { first, _ in first })
    try disk?.takeStep()
    try JSONEncoder().encode(Content(notes: texts, performed: performed))
      .write(to: URL(fileURLWithPath: path), options: .atomic)
    (notes, self.performed) = (candidate, performed)
  }
}
