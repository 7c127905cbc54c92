import HubContracts
import PersonalSyncKit

/// A backup of a world's Hub, and what it had accepted by then, under which keys.
struct HubCopy {
  let backup: HubBackup
  let accepted: HubTap.Records
  let keys: Set<IdempotencyKey>
}

extension World {
  private static let dayMilliseconds: Int64 = 86_400_000
  /// How long the Hub remembers a deletion.
  static let horizonMilliseconds = Int64(SyncLimits.tombstoneDays) * dayMilliseconds

  /// Copies the Hub, or puts an older copy in its place.
  func backUpOrRestoreHub() async throws {
    guard hubBackup != nil else {
      let seen = tap.seen
      hubBackup = HubCopy(
        backup: try await hub.backedUp(), accepted: seen.accepted, keys: seen.keys)
      return
    }
    try await restoreHub()
  }

  /// Puts the copy of the Hub in its place, if there is one.
  ///
  /// From here on the Hub may lack what it had accepted. What a device still has must come back: each
  /// device is made to answer for what it knows at this moment.
  func restoreHub() async throws {
    guard let copy = hubBackup else { return }
    hubBackup = nil
    reach(.hubRestored)
    for device in devices where !device.device.disk.isStopped { try await device.noteHoldings() }
    try await copy.backup.restore()
    tap.restored(to: copy)
  }

  /// The Hub forgets what was deleted long ago; most often nobody has been there meanwhile.
  func forgetDeletions() async throws {
    if dice.happens(percent: 70) {
      try await leaveBehind()
      clock.advance(milliseconds: Self.horizonMilliseconds + Self.dayMilliseconds)
    }
    let horizon = clock.nowMilliseconds - Self.horizonMilliseconds
    try await hub.forgetDeletions(storedBefore: horizon)
    let forgotten = tap.forgot(storedBefore: horizon)
    let keys = tap.seen.keys
    for device in devices {
      try await noteIfBehind(device)
      tap.waits(
        try await device.waitingRecords(notUnder: keys), on: device.device.store.journal.device)
    }
    guard !forgotten.isEmpty else { return }
    reach(.deletionsForgotten)
    for device in devices {
      for record in forgotten[device.person] ?? [] {
        guard let edit = device.edits[record]?.last?.edit, !tap.hasReached(edit) else { continue }
        if edit.minutes != nil { reach(.editOverForgotten) }
      }
    }
  }

  /// A device is away from now on, and another of the same person deletes what both hold.
  ///
  /// In peace: left to chance, hardly any device holds what is deleted and knows the Hub of now, and only
  /// such a device moves something to the trash when the deletion is forgotten.
  private func leaveBehind() async throws {
    let running = devices.filter { $0.person == "ada" && !$0.device.disk.isStopped }
    guard let away = dice.pick(running), let other = dice.pick(running.filter { $0 !== away })
    else { return }
    isCalm.withLock { $0 = true }
    defer { isCalm.withLock { $0 = false } }
    for device in [away, other, away] {
      if try await device.device.identity.currentAccount() == nil { try await signInAgain(device) }
      try await synchronize(device)
    }
    let held = try await other.device.store.notes().intersection(away.device.store.notes())
    guard let note = dice.pick(held.sorted { $0.id < $1.id }) else { return }
    try await other.save(note.id, nil)
    reach(.deleted)
    try await synchronize(other)
  }

  /// A device that has not compared itself since a restore may bring back what is forgotten.
  func noteIfBehind(_ device: WorldDevice) async throws {
    guard try await device.epoch() < hub.epoch.number else { return }
    tap.isBehind(device.device.store.journal.device)
  }

  /// Counts what a pass did that is rare.
  func note(_ outcome: SyncOutcome) {
    guard case .completed(let report) = outcome else { return }
    if report.trashed > 0 { reach(.trashed) }
    if report.offered > 0 { reach(.offeredAgain) }
  }
}
