import AnchorImport
import AnchorModel
import Foundation
import ToolboxCrypto

let batch = ImportBatchID(random: 1)
let digest: @Sendable ([UInt8]) -> [UInt8] = { SHA256.hash($0) }

/// Plans an import on 1 November 2023, noon UTC, in Berlin.
func plan(_ file: [UInt8], batch: ImportBatchID = batch) throws(ImportRefusal) -> ImportPlan {
  try FileImport.plan(
    file,
    FileImport.Terms(
      batch: batch, now: utc("2023-11-01", 12, 0), calendar: AccountCalendar(rules: Berlin2023()),
      zone: zone, digest: digest))
}

/// The zones of this world.
let zone: @Sendable (String) -> (any TimeZoneRules)? = { name in
  name == "Europe/Berlin" ? Berlin2023() : name == "Etc/UTC" ? UTC() : nil
}

/// The summer time of 2023 ended on 29 October at 1:00 UTC; before it nothing is asked.
private struct Berlin2023: TimeZoneRules {
  func offsetSeconds(at instant: Instant) -> Int {
    instant < utc("2023-10-29", 1, 0) ? 7_200 : 3_600
  }
}

struct UTC: TimeZoneRules {
  func offsetSeconds(at instant: Instant) -> Int { 0 }
}

extension ImportPlan {
  /// Without what a store of these sessions has, which knows of some from which rows they came.
  func leavingOut(
    existing: [FocusSession], rows: [[UInt8]: SessionID] = [:]
  ) -> ImportPlan {
    let held = Dictionary(uniqueKeysWithValues: existing.map { ($0.id, $0) })
    return leavingOut(
      KnownSessions(for: self, started: existing, rows: rows, digest: digest) { held[$0] })
  }

  /// What the store notes of the rows when it carries the plan out.
  var rowsWritten: [[UInt8]: SessionID] {
    Dictionary(
      uniqueKeysWithValues: additions.compactMap { addition in
        addition.row.map { ($0.digest, addition.session.id) }
      })
  }
}

func plan(_ text: String) throws(ImportRefusal) -> ImportPlan {
  try plan(Array(text.utf8))
}

/// A file that the real program wrote; `Fixtures/make-timewarrior` says how.
func fixture(_ name: String) throws -> [UInt8] {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  return Array(try Data(contentsOf: folder.appending(path: "Fixtures/\(name)")))
}

func utc(_ day: String, _ hour: Int, _ minute: Int, _ second: Int = 0) -> Instant {
  guard let day = Day(day) else { preconditionFailure("not a day: \(day)") }
  return day.startInUTC.adding(seconds: hour * 3_600 + minute * 60 + second)
}
