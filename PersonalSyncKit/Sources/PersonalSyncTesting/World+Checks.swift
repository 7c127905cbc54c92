import HubContracts
import PersonalSyncKit

extension World {
  // MARK: - At every moment

  /// What must hold of a device whatever has just happened.
  func checkAlways(_ device: WorldDevice) async throws {
    if let broken = tap.broken { throw Broken.promise(broken) }
    let cursor = try await device.cursor()
    guard cursor >= device.lastCursor else {
      throw Broken.promise("a cursor went back from \(device.lastCursor) to \(cursor)")
    }
    device.lastCursor = cursor
    let owner = try await device.owningAccount()
    guard owner == device.owner else {
      throw Broken.promise("the owner of \(device.name) changed")
    }
    if try await device.parkedCount() > 0 { reach(.parked) }
    let unsent = device.edits.values.compactMap { $0.last?.edit }.filter { !tap.hasReached($0) }
    guard !unsent.isEmpty else { return }
    let kept = try await device.keptEdits(of: Set(unsent.map(\.record)))
    for edit in unsent where !kept.contains(edit) {
      if try await isDone(edit, by: device) { continue }
      throw Broken.promise("\(device.name) has lost an edit of \(edit.record)")
    }
  }

  /// Whether an edit is a delete of what neither the Hub nor the device holds.
  private func isDone(_ edit: WorldDevice.Edit, by device: WorldDevice) async throws -> Bool {
    guard edit.minutes == nil,
      try await !hub.records(of: device.person, .anchor).contains(where: {
        $0.record == edit.record
      }),
      try await !device.device.store.notes().contains(where: { $0.id == edit.record })
    else { return false }
    tap.needsNoSending(edit)
    return true
  }

  /// What the Hub has accepted, and neither forgotten nor lost since, it holds in that version or a
  /// newer one, and nothing that is foreign.
  func checkHub() async throws {
    let accepted = tap.seen.accepted
    for person in ["ada", "bob"] {
      let records = try await hub.records(of: person, .anchor)
      try checkNothingIsForeign(records, of: person)
      let versions = Dictionary(
        records.map { ($0.record, $0.version) }, uniquingKeysWith: { _, last in last })
      for (record, taken) in accepted[person] ?? [:] {
        guard versions[record] ?? .absent >= taken.version else {
          throw Broken.promise("the Hub has lost \(record), which it had accepted")
        }
      }
    }
  }

  // MARK: - At the end

  /// Throws ``Broken`` for the first promise that does not hold after ``settle()``.
  public func check() async throws {
    try await checkHub()
    for person in ["ada", "bob"] {
      let devices = devices.filter { $0.person == person }
      let records = try await hub.records(of: person, .anchor)
      for device in devices { try await checkAlways(device) }
      try await checkAgreement(of: devices, with: records)
      try await checkNothingWaits(devices)
      try await checkNoAlarm(devices)
      try await countConflicts(devices)
      try checkLatestWon(records, of: person, among: devices)
      try await checkNoConflictAlone(devices)
    }
  }

  private func checkAgreement(of devices: [WorldDevice], with records: [Change]) async throws {
    let expected = Set(
      try records.filter { $0.operation == .upsert }.map { change in
        NoteStore.Note(id: change.record, minutes: try WorldDevice.Edit.minutes(of: change.body))
      })
    for device in devices {
      let notes = try await device.device.store.notes()
      guard notes == expected else {
        let only = notes.subtracting(expected).count
        let missing = expected.subtracting(notes).count
        let kind = "\(device.device.form)\(device.wasRestored ? ", restored" : "")"
        throw Broken.promise(
          "\(device.name) (\(kind)) holds \(only) notes that the Hub does not, and lacks \(missing)"
        )
      }
    }
  }

  /// A Hub that is honest is never said to have changed its audit chain, whatever the network did.
  private func checkNoAlarm(_ devices: [WorldDevice]) async throws {
    for device in devices {
      if let alarm = try await device.device.status().audit?.alarm {
        throw Broken.promise("\(device.name) says \(alarm) of an honest Hub's audit chain")
      }
    }
  }

  private func checkNothingWaits(_ devices: [WorldDevice]) async throws {
    for device in devices {
      let left = try await device.leftovers()
      guard left == 0 else { throw Broken.promise("\(left) rows still wait after a quiet sync") }
    }
  }

  private func countConflicts(_ devices: [WorldDevice]) async throws {
    for device in devices {
      for conflict in try await device.conflicts() {
        reach(conflict.winner == .local ? .conflictKeptLocal : .conflictKeptRemote)
      }
    }
  }

  /// What the Hub holds of a record is the latest that was made of it anywhere, and still is known.
  ///
  /// A restore of the Hub loses nothing that a device has, and a purge nothing but deletions. So an edit
  /// may be missing only where
  /// - its device was itself put back to before it, and no other device had it when the Hub was restored;
  /// - it was deleted, and the Hub has forgotten that deletion, so that an older edit that waited over the
  ///   horizon has come back;
  /// - it was deleted, the Hub lost that in a restore, and no device came for as long as deletions count.
  private func checkLatestWon(
    _ records: [Change], of person: String, among devices: [WorldDevice]
  ) throws {
    let held = Dictionary(
      records.map { ($0.record, $0) }, uniquingKeysWith: { _, last in last })
    let all = devices.flatMap { device in device.answersFor.map { (device, $0) } }
    let deletions = Dictionary(
      grouping: all.map(\.1).filter(\.isDelete), by: \.record
    ).compactMapValues { $0.map(\.stamp).max() }
    for (device, known) in all {
      if let change = held[known.record], change.modifiedAt >= known.stamp { continue }
      if held[known.record] == nil, let deleted = deletions[known.record], deleted >= known.stamp {
        continue
      }
      if hasForgottenDeletion(of: known.record, since: known.stamp, person) { continue }
      let what = held[known.record] == nil ? "is not there" : "is older"
      throw Broken.promise("\(known.record), which \(device.name) had, \(what)")
    }
  }

  /// Whether a record was deleted after `stamp`, and neither the Hub nor who comes back to it knows that.
  private func hasForgottenDeletion(
    of record: RecordID, since stamp: Stamp, _ person: String
  ) -> Bool {
    (tap.seen.gone[person]?[record] ?? []).contains {
      $0.stamp >= stamp && (!$0.isLost || isPastHorizon($0.stamp))
    }
  }

  /// Whether devices have ceased to bring a deletion back; their clocks are less than a day wrong.
  private func isPastHorizon(_ stamp: Stamp) -> Bool {
    stamp.milliseconds < clock.nowMilliseconds - Self.horizonMilliseconds + 86_400_000
  }

  /// A person with one device never sees a conflict, unless an older copy of the device writes too.
  ///
  /// What it has deleted and forgotten, as the Hub had, may be brought back by a restore, and is then as
  /// another's.
  private func checkNoConflictAlone(_ devices: [WorldDevice]) async throws {
    guard devices.count == 1, let device = devices.first, !device.wasRestored else { return }
    for conflict in try await device.conflicts() {
      let (record, stamp) = (conflict.local.record, conflict.remote.modifiedAt)
      if hasForgottenDeletion(of: record, since: stamp, device.person) { continue }
      throw Broken.promise("the only device of a person has a conflict with itself over \(record)")
    }
  }

  private func checkNothingIsForeign(_ records: [Change], of person: String) throws {
    let own = Set(devices.filter { $0.person == person }.map(\.device.store.journal.device))
    guard records.allSatisfy({ own.contains($0.origin) }) else {
      throw Broken.promise("\(person)'s account holds another person's record")
    }
  }
}
