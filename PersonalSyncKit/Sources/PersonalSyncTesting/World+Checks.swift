import HubContracts
import PersonalSyncKit

extension World {
  /// Throws ``Broken`` for the first promise that does not hold after ``settle()``.
  public func check() async throws {
    for person in ["ada", "bob"] {
      let devices = devices.filter { $0.person == person }
      let records = try await hub.records(of: person, .anchor)
      try await checkAgreement(of: devices, with: records)
      try await checkNothingWaits(devices)
      try await checkNoEditIsLost(devices)
      try checkLatestWon(records, among: devices)
      try await checkNoConflictAlone(devices)
      try checkNothingIsForeign(records, of: person)
    }
  }

  private func checkAgreement(of devices: [WorldDevice], with records: [Change]) async throws {
    let expected = Set(
      try records.filter { $0.operation == .upsert }.map { change in
        NoteStore.Note(id: change.record, minutes: try Self.minutes(of: change.body))
      })
    for device in devices {
      let notes = try await device.device.store.notes()
      guard notes == expected else {
        let difference = notes.symmetricDifference(expected).count
        throw Broken.promise("a device and its Hub differ in \(difference) records after two syncs")
      }
    }
  }

  private func checkNothingWaits(_ devices: [WorldDevice]) async throws {
    for device in devices {
      let left = try await device.leftovers()
      guard left == 0 else { throw Broken.promise("\(left) rows still wait after a quiet sync") }
    }
  }

  /// Every edit was superseded here before it was sent, reached the Hub, or is kept as a conflict.
  private func checkNoEditIsLost(_ devices: [WorldDevice]) async throws {
    var reachedHub = Set<WorldDevice.Edit>()
    for entry in tap.log {
      switch entry.outcome {
      case .accepted, .duplicate:
        reachedHub.insert(try Self.edit(entry.mutation.record, entry.mutation.body))
      case .conflict, .rejected: continue
      }
    }
    var kept = Set<WorldDevice.Edit>()
    for device in devices {
      for conflict in try await device.conflicts() {
        reach(conflict.winner == .local ? .conflictKeptLocal : .conflictKeptRemote)
        kept.insert(try Self.edit(conflict.local.record, conflict.local.body))
        kept.insert(try Self.edit(conflict.remote.record, conflict.remote.body))
      }
    }
    for device in devices {
      for (record, edits) in device.edits {
        // Only the last edit of a record is sure to be sent; those before it may be coalesced.
        guard let last = edits.last?.edit else { continue }
        let isSafe = reachedHub.contains(last) || kept.contains(last)
        guard isSafe else {
          throw Broken.promise("an edit of \(record) to \(last.minutes ?? 0) minutes is nowhere")
        }
      }
    }
  }

  /// What the Hub holds of a record is the latest edit that was made of it anywhere.
  private func checkLatestWon(_ records: [Change], among devices: [WorldDevice]) throws {
    for change in records {
      for edit in devices.flatMap({ $0.edits[change.record] ?? [] }) {
        guard edit.stamp > change.modifiedAt else { continue }
        throw Broken.promise("\(change.record) holds an edit that is older than another")
      }
    }
  }

  /// A person with one device never sees a conflict: nobody else writes.
  private func checkNoConflictAlone(_ devices: [WorldDevice]) async throws {
    guard devices.count == 1, let device = devices.first else { return }
    guard try await device.conflicts().isEmpty else {
      throw Broken.promise("the only device of a person has a conflict with itself")
    }
  }

  private func checkNothingIsForeign(_ records: [Change], of person: String) throws {
    let own = Set(devices.filter { $0.person == person }.map(\.device.store.journal.device))
    guard records.allSatisfy({ own.contains($0.origin) }) else {
      throw Broken.promise("\(person)'s account holds another person's record")
    }
  }

  private static func edit(_ record: RecordID, _ body: [UInt8]) throws -> WorldDevice.Edit {
    guard body != RecordBody.tombstone else {
      return WorldDevice.Edit(record: record, minutes: nil)
    }
    return WorldDevice.Edit(record: record, minutes: try minutes(of: body))
  }

  private static func minutes(of body: [UInt8]) throws -> Int {
    let record = try RecordBody.read(body, domain: .anchor)
    return try FocusSessionFacts.contract.decode(record.facts).focusedMinutes
  }
}
