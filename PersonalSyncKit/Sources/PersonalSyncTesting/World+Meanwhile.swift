import PersonalSyncKit
import ToolboxHTTP

extension World {
  /// What others, or the person, do while a device is about to send.
  func interlude(of name: String, _ request: HTTPRequest) async {
    if let left = requestsUntilCancel {
      requestsUntilCancel = left - 1
      if left == 0 { pass?.cancel() }
    }
    guard !isCalm.withLock({ $0 }), !isInterlude, dice.happens(percent: 15),
      let device = devices.first(where: { $0.name == name })
    else { return }
    isInterlude = true
    defer { isInterlude = false }
    do { try await happenMeanwhile(device) } catch { foundMeanwhile = foundMeanwhile ?? error }
  }

  /// The person edits one of the records that the app is just saving.
  func whileSaving(_ batch: Batch, on name: String) async {
    guard !isCalm.withLock({ $0 }), !isInterlude, dice.happens(percent: 30),
      let record = dice.pick(batch.changes)?.record,
      let device = devices.first(where: { $0.name == name })
    else { return }
    isInterlude = true
    defer { isInterlude = false }
    do {
      if dice.happens(percent: 50) {
        reach(.editWhileSaving)
        try await edit(device, record)
      } else if !device.isSaving, !device.isDiskFaulty {
        // Saved now, queued after the pass.
        reach(.savedBeforeQueued)
        try await edit(device, record, isQueuedLater: true)
      }
    } catch { foundMeanwhile = foundMeanwhile ?? error }
  }

  private func happenMeanwhile(_ device: WorldDevice) async throws {
    switch dice.roll(17) {
    case 0..<4:
      reach(.editWhileSending)
      try await edit(device)
    case 4..<7:
      try await useOtherProcess(of: device)
    case 7..<12:
      let others = devices.filter { $0.person == device.person && $0.name != device.name }
      guard let other = dice.pick(others) else { return }
      reach(.othersWroteMeanwhile)
      for _ in 0..<3 { try await edit(other) }
      try await synchronize(other)
    case 12:
      // The answer takes its time; a session may run out and a clock move on.
      reach(.slowAnswer)
      clock.advance(milliseconds: 240_000)
    case 13:
      try await signOutMeanwhile(device)
    case 14:
      guard hubBackup != nil else { return }
      reach(.hubRestoredWhileSending)
      try await restoreHub()
    default:
      // Another process of the same app signs in again under this pass.
      try await signInAgain(device)
    }
  }

  /// Another process on the same store edits, while this one waits for an answer.
  private func useOtherProcess(of device: WorldDevice) async throws {
    guard !device.isDiskFaulty, device.device.form == .attached else { return }
    reach(.otherProcessWhileSending)
    let running = device.device.parts
    device.device.use(try device.device.process())
    defer { device.device.use(running) }
    try await edit(device)
    if dice.happens(percent: 25) { try await signInAgain(device) }
  }

  /// Somebody signs out under a pass, and another person tries to sign in to the store.
  private func signOutMeanwhile(_ device: WorldDevice) async throws {
    guard !device.isDiskFaulty else { return }
    reach(.signedOutWhileSending)
    do throws(IdentityError) { try await device.device.identity.signOut() } catch {
      guard error.isExplained(isDiskFaulty: false) else { throw error }
    }
    let other = device.person == "ada" ? "bob" : "ada"
    let session: FakeHub.Session
    do { session = try await offer(other, device) } catch {
      // A real Hub gives no session for a document that is another account's.
      return reach(.otherAccountRefused)
    }
    do throws(IdentityError) {
      _ = try await adopt(session, device)
      foundMeanwhile = Broken.promise("another person signed in to a store that has an owner")
    } catch {
      if error == .differentAccount { return reach(.otherAccountRefused) }
      guard error.isExplained(isDiskFaulty: false) else { throw error }
    }
  }
}
