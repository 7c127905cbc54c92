import HubContracts
import PersonalSyncKit
import ToolboxCrypto
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxLocks

/// A Hub that a ``World`` can run against: the fake one, or a real Hub's core in the same process.
public protocol SimulatedHub: HTTPClient {
  /// A session as if the person had approved it.
  func signIn(_ person: String, client: String, document: DocumentID) async throws
    -> FakeHub.Session
  /// What the Hub holds of a person's records, newest version of each.
  func records(of person: String, _ domain: Domain) async throws -> [Change]
}

extension FakeHub: SimulatedHub {
  public func signIn(
    _ person: String, client: String, document: DocumentID
  ) async throws -> Session {
    signIn(account(person), client: client, document: document)
  }

  public func records(of person: String, _ domain: Domain) async throws -> [Change] {
    feed(of: account(person), domain)
  }
}

/// Several devices of two people, a Hub, a clock moved by hand and dice: one seed, one run.
///
/// `step` does one random thing, faults included; `settle` lets everybody sync in peace; `check`
/// says which promise was broken (docs/protocol/sync.md, §9).
public final class World: @unchecked Sendable {
  // Safe because one thing happens at a time: a step is awaited before the next begins, and what an
  // interlude does runs while the step that sends is suspended.
  /// Rare things that a run should reach; a branch that no seed reaches is not tested.
  public enum Branch: String, CaseIterable, Sendable {
    case conflictKeptLocal, conflictKeptRemote, duplicateAnswer, lostReply, lostRequest
    case deliveredTwice, unauthorized, garbage, busy, relaunch, relaunchWithInFlight, applyFailed
    case cancelledPass, signedOut, signedInAgain, deleted, revived, clockSteppedBack, largeBatch
    case sessionReplacedMeanwhile, parked, conflictAnswer, editWhileSending, othersWroteMeanwhile
    case detachedDevice, editWhileSaving, savedBeforeQueued, caughtUp
  }

  public let seed: UInt64
  public let dice: Dice
  public private(set) var reached: [Branch: Int] = [:]
  let clock: HandClock
  let hub: any SimulatedHub
  let tap: HubTap
  var devices: [WorldDevice] = []
  private let isCalm = Locked(false)
  private let faultsSeen = Locked<[FaultyLink.Fault: Int]>([:])
  private var nextMinutes = 0
  private var isInterlude = false
  private var pass: Task<Void, Never>?
  private var requestsUntilCancel: Int?

  /// The world of `seed`; `makeHub` is given its clock and dice, so that the Hub too has no chance of
  /// its own.
  public init(
    seed: UInt64, makeHub: (HandClock, Dice) throws -> any SimulatedHub = FakeHub.init
  ) async throws {
    self.seed = seed
    dice = Dice(seed: seed)
    clock = HandClock()
    hub = try makeHub(clock, dice)
    tap = HubTap(hub)
    for name in ["ada-1", "ada-2", "ada-3", "bob-1"] { devices.append(try makeDevice(name)) }
    for device in devices { try await connect(device) }
  }

  private func makeDevice(_ name: String) throws -> WorldDevice {
    let (dice, isCalm, faultsSeen) = (dice, isCalm, faultsSeen)
    let chance: @Sendable () -> FaultyLink.Fault? = {
      guard !isCalm.withLock({ $0 }), dice.happens(percent: 12) else { return nil }
      let fault = dice.pick(FaultyLink.Fault.allCases)
      if let fault { faultsSeen.withLock { $0[fault, default: 0] += 1 } }
      return fault
    }
    let link = FaultyLink(to: tap, chance: chance) { [weak self] request in
      await self?.interlude(of: name, request)
    }
    // Up to half an hour wrong, in either direction; whole seconds, so that ties happen.
    let skew = Int64(dice.roll(7) - 3) * 600_000
    let form: JournalForm = dice.happens(percent: 50) ? .attached : .detached
    if form == .detached { reach(.detachedDevice) }
    let device = try TestDevice(
      name, form: form, link: link, clock: SkewedClock(clock, skewMilliseconds: skew), random: dice)
    return WorldDevice(name: name, device: device)
  }

  private func connect(_ device: WorldDevice) async throws {
    isCalm.withLock { $0 = true }
    defer { isCalm.withLock { $0 = false } }
    let account = try await signIn(device)
    try await device.device.runtime.bindAccount(account, adoptingUnownedData: true)
  }

  private func signIn(_ device: WorldDevice) async throws -> PersonalSyncAccount {
    let session = try await hub.signIn(
      device.person, client: "anchor", document: device.device.store.journal.document)
    return try await device.device.identity.adoptBearerToken(
      session.bearer, revokeHandle: session.revokeHandle, session: session.id,
      at: TestDevice.hubOrigin)
  }

  func reach(_ branch: Branch, _ count: Int = 1) { reached[branch, default: 0] += count }

  // MARK: - Steps

  public func step() async throws {
    clock.advance(milliseconds: Int64(dice.roll(90)) * 1_000)
    guard let device = dice.pick(devices) else { return }
    switch dice.roll(100) {
    case 0..<45: try await edit(device)
    case 45..<85: try await synchronize(device)
    case 85..<90: try await relaunch(device)
    case 90..<93: try await signOutOrIn(device)
    case 93..<95: try await cancelPass(device)
    case 95..<97: try await failApply(device)
    case 97..<98: try await editMany(device)
    default:
      reach(.clockSteppedBack)
      clock.advance(milliseconds: -Int64(dice.roll(600)) * 1_000)
    }
    try await device.finishSave()
    try await noteProgress(device)
  }

  private func edit(
    _ device: WorldDevice, _ wanted: RecordID? = nil, isQueuedLater: Bool = false
  ) async throws {
    let record = wanted ?? RecordID.named("\(device.person) \(dice.roll(5))")
    let exists = try await device.device.store.notes().contains { $0.id == record }
    let isDelete = exists && dice.happens(percent: 20)
    nextMinutes += 1
    // Each edit has minutes of its own, so that every one can be followed to where it went.
    if isQueuedLater {
      // A delete that was never queued is not found again, and the app has the record back.
      try await device.beginSave(record, nextMinutes)
      return
    }
    try await device.save(record, isDelete ? nil : nextMinutes)
    if isDelete { reach(.deleted) }
  }

  private func editMany(_ device: WorldDevice) async throws {
    reach(.largeBatch)
    for index in 0..<130 {
      try await device.save(.named("\(device.person) many \(index)"), 1 + dice.roll(1_400))
    }
  }

  private func synchronize(_ device: WorldDevice) async throws {
    do throws(SyncError) { try await device.device.synchronize(steps(of: device)) } catch {
      try device.expect(error)
    }
  }

  /// What the person does while the app saves a batch, where the save is awaited.
  private func steps(of device: WorldDevice) -> TestRuntime.Steps {
    let name = device.name
    return TestRuntime.Steps(meanwhile: { [weak self] batch in
      await self?.whileSaving(batch, on: name)
    })
  }

  private func relaunch(_ device: WorldDevice) async throws {
    reach(.relaunch)
    if try await device.inFlightCount() > 0 { reach(.relaunchWithInFlight) }
    // The process may end between the app's save of an edit and its place in the outbox.
    if device.device.form == .detached, dice.happens(percent: 50) {
      try await edit(device, isQueuedLater: true)
    }
    try device.device.relaunch()
    if try await device.catchUp() > 0 { reach(.caughtUp) }
  }

  private func signOutOrIn(_ device: WorldDevice) async throws {
    guard try await device.device.identity.currentAccount() == nil else {
      reach(.signedOut)
      try await device.device.identity.signOut()
      return
    }
    reach(.signedInAgain)
    try await signInAgain(device)
  }

  private func signInAgain(_ device: WorldDevice) async throws(IdentityError) {
    do { _ = try await signIn(device) } catch let error as IdentityError {
      // The network may fail here as well; the person tries again another time.
      guard error.isTransient else { throw error }
    } catch { preconditionFailure("the Hub itself failed: \(error)") }
  }

  private func cancelPass(_ device: WorldDevice) async throws {
    reach(.cancelledPass)
    let runtime = device.device.runtime
    let found = Locked<SyncError?>(nil)
    requestsUntilCancel = dice.roll(4)
    let pass = Task {
      do throws(SyncError) {
        try await runtime.synchronize()
      } catch { found.withLock { $0 = error } }
    }
    self.pass = pass
    await pass.value
    (self.pass, requestsUntilCancel) = (nil, nil)
    if let error = found.withLock({ $0 }) { try device.expect(error) }
  }

  private func failApply(_ device: WorldDevice) async throws {
    struct SaveFailed: Error {}
    let saves = Locked(dice.roll(2))
    let (failed, runtime) = (Locked(false), device.device.runtime)
    do throws(SyncError) {
      let fail: @Sendable (Batch) throws -> Void = { _ in
        let isFailing = saves.withLock { left in
          left -= 1
          return left < 0
        }
        guard !isFailing else {
          failed.withLock { $0 = true }
          throw SaveFailed()
        }
      }
      try await runtime.synchronize(TestRuntime.Steps(before: fail))
    } catch { try device.expect(error) }
    if failed.withLock({ $0 }) { reach(.applyFailed) }
  }

  private func noteProgress(_ device: WorldDevice) async throws {
    let cursor = try await device.cursor()
    guard cursor >= device.lastCursor else {
      throw Broken.promise("a cursor went back from \(device.lastCursor) to \(cursor)")
    }
    device.lastCursor = cursor
    if try await device.parkedCount() > 0 { reach(.parked) }
  }

  // MARK: - Meanwhile

  /// What others, or the person, do while a device is about to send.
  private func interlude(of name: String, _ request: HTTPRequest) async {
    if let left = requestsUntilCancel {
      requestsUntilCancel = left - 1
      if left == 0 { pass?.cancel() }
    }
    guard !isCalm.withLock({ $0 }), !isInterlude, request.path.hasPrefix("/v1/sync"),
      dice.happens(percent: 20), let device = devices.first(where: { $0.name == name })
    else { return }
    isInterlude = true
    defer { isInterlude = false }
    do { try await happenMeanwhile(device) } catch {
      preconditionFailure("an interlude of seed \(seed) failed: \(error)")
    }
  }

  /// The person edits one of the records that the app is just saving.
  private func whileSaving(_ batch: Batch, on name: String) async {
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
      } else if !device.isSaving {
        // Saved now, queued after the pass.
        reach(.savedBeforeQueued)
        try await edit(device, record, isQueuedLater: true)
      }
    } catch { preconditionFailure("an edit of seed \(seed) failed: \(error)") }
  }

  private func happenMeanwhile(_ device: WorldDevice) async throws {
    switch dice.roll(10) {
    case 0..<4:
      reach(.editWhileSending)
      try await edit(device)
    case 4..<9:
      let others = devices.filter { $0.person == device.person && $0.name != device.name }
      guard let other = dice.pick(others) else { return }
      reach(.othersWroteMeanwhile)
      for _ in 0..<3 { try await edit(other) }
      try await synchronize(other)
    default:
      // Another process of the same app signs in again under this pass.
      try await signInAgain(device)
    }
  }

  // MARK: - The end

  /// Everybody signs in and syncs without faults until nothing moves.
  public func settle() async throws {
    isCalm.withLock { $0 = true }
    clock.advance(milliseconds: 3_600_000)
    for device in devices {
      if try await device.device.identity.verifiedSyncAccount() == nil {
        _ = try await signIn(device)
      }
    }
    for _ in 0..<6 {
      for device in devices { try await device.device.synchronize() }
    }
    await countBranches()
  }

  private func countBranches() async {
    for (fault, count) in faultsSeen.withLock({ $0 }) {
      switch fault {
      case .lostReply: reach(.lostReply, count)
      case .lostRequest: reach(.lostRequest, count)
      case .deliveredTwice: reach(.deliveredTwice, count)
      case .unauthorized: reach(.unauthorized, count)
      case .garbage: reach(.garbage, count)
      case .busy: reach(.busy, count)
      }
    }
    let log = tap.log
    reach(.conflictAnswer, log.count { if case .conflict = $0.outcome { true } else { false } })
    reach(.duplicateAnswer, log.count { if case .duplicate = $0.outcome { true } else { false } })
    let revived = log.count { entry in
      guard case .accepted = entry.outcome, entry.mutation.operation == .upsert else {
        return false
      }
      return entry.mutation.base > Version(1) && tap.wasDeleted(entry.mutation)
    }
    reach(.revived, revived)
    for device in devices {
      reach(.sessionReplacedMeanwhile, device.sessionChanges)
    }
  }
}
