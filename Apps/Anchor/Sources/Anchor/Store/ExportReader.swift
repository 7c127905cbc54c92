import AnchorExport
import AnchorModel
import ToolboxSQLite

/// Sessions of some days as a file, piece by piece, in the order in which they started.
///
/// Which sessions there are is decided once, at the start; each is then written as it is when its turn
/// comes. So no session is missed or written twice, no transaction stays open while a reader is slow,
/// and memory holds ids and one page.
struct ExportReader: Sendable {
  private static let pageSize = 500

  /// How many sessions there were at the start.
  let count: Int
  private let store: AnchorStore
  private let writer: any SessionWriter
  private var ids: ArraySlice<SessionID>
  private var stage = Stage.head
  private var isFirst = true

  private enum Stage { case head, sessions, ended }

  init(
    _ format: ExportFormat, days: ClosedRange<Day>, from store: AnchorStore
  ) async throws(AnchorError) {
    try await store.settle()
    let ids = try await store.read { (desk, transaction) throws(AnchorError) in
      try inAnchor { () throws(SQLiteError) in
        try SessionTable.idsStarted(in: desk.calendar.span(of: days), transaction)
      }
    }
    self.store = store
    self.ids = ids[...]
    count = ids.count
    writer = format.writer
  }

  /// The next piece of the file, nil after its end.
  mutating func next() async throws(AnchorError) -> [UInt8]? {
    switch stage {
    case .head:
      stage = .sessions
      return writer.head()
    case .sessions where ids.isEmpty:
      stage = .ended
      return writer.tail()
    case .sessions: return try await page()
    case .ended: return nil
    }
  }

  private mutating func page() async throws(AnchorError) -> [UInt8] {
    let wanted = Array(ids.prefix(Self.pageSize))
    ids = ids.dropFirst(Self.pageSize)
    let sessions = try await store.read { (_, transaction) throws(AnchorError) in
      try inAnchor { () throws(SQLiteError) in
        var sessions: [FocusSession] = []
        for id in wanted {
          if let session = try SessionTable.find(id, transaction) { sessions.append(session) }
        }
        return sessions
      }
    }
    var bytes: [UInt8] = []
    for session in sessions {
      let piece = writer.piece(session, isFirst: isFirst)
      if !piece.isEmpty { isFirst = false }
      bytes += piece
    }
    return bytes
  }
}
