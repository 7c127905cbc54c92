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
  /// Forgets every deletion that was stored before `milliseconds`, since 1970 UTC.
  func forgetDeletions(storedBefore milliseconds: Int64) async throws
  /// Rises with each restore.
  var epoch: Epoch { get }
  /// Copies all that the Hub has; what comes back puts the copy in its place, in a new epoch.
  func backedUp() async throws -> HubBackup
}

/// A copy of a simulated Hub, which can be put in its place once or more often.
public struct HubBackup: Sendable {
  public let restore: @Sendable () async throws -> Void

  public init(restore: @escaping @Sendable () async throws -> Void) { self.restore = restore }
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

  public func forgetDeletions(storedBefore milliseconds: Int64) async throws {
    purge(olderThan: milliseconds)
  }

  public var epoch: Epoch { memory.withLock { $0.epoch } }

  public func backedUp() async throws -> HubBackup {
    let backup = backUp()
    return HubBackup { self.restore(from: backup) }
  }
}

/// Several devices of two people, a Hub, a clock moved by hand and dice: one seed, one run.
///
/// `step` does one random thing, faults included, and checks what must hold at every moment; `settle`
/// lets everybody sync in peace; `check` says which promise was broken (docs/protocol/sync.md, §9).
public final class World: @unchecked Sendable {
  // Safe because one thing happens at a time: a step is awaited before the next begins, and what an
  // interlude does runs while the step that sends is suspended.
  /// Rare things that a run should reach; a branch that no seed reaches is not tested.
  public enum Branch: String, CaseIterable, Sendable {
    case conflictKeptLocal, conflictKeptRemote, duplicateAnswer, lostReply, lostRequest
    case deliveredTwice, deliveredLate, unauthorized, garbage, busy, slowAnswer
    case attachedDevice, detachedDevice, editWhileSaving, savedBeforeQueued, deletedBeforeQueued
    case caughtUp
    case relaunch, relaunchWithInFlight, otherProcess, otherProcessWhileSending
    case applyFailed, cancelledPass, signedOut, signedInAgain, signedOutWhileSending
    case otherAccountRefused, deleted, revived, largeBatch
    case clockSteppedBack, clockJumped, deviceClockJumped
    case sessionReplacedMeanwhile, parked, conflictAnswer, editWhileSending, othersWroteMeanwhile
    case processEnded, powerCut, tornPowerCut, stoppedInEdit, stoppedInPass, stoppedInSignIn
    case diskFull, syncFailed, writeFailed, clientRestored
    case hubRestored, hubRestoredWhileSending, offeredAgain
    case deletionsForgotten, cursorExpired, trashed, editOverForgotten
    case comparisonInterrupted
  }

  public let seed: UInt64
  public let dice: Dice
  public private(set) var reached: [Branch: Int] = [:]
  let clock: HandClock
  let hub: any SimulatedHub
  let tap: HubTap
  var devices: [WorldDevice] = []
  let isCalm = Locked(false)
  private let faultsSeen = Locked<[FaultyLink.Fault: Int]>([:])
  private var nextMinutes = 0
  private var steps = 0
  var isInterlude = false
  var hubBackup: HubCopy?
  /// What went wrong in an interlude, which has nobody to throw to.
  var foundMeanwhile: (any Error)?
  var pass: Task<Void, Never>?
  var requestsUntilCancel: Int?

  /// The world of `seed`; `makeHub` is given its clock and dice, so that the Hub too has no chance of
  /// its own.
  public init(
    seed: UInt64, makeHub: (HandClock, Dice) throws -> any SimulatedHub = FakeHub.init
  ) async throws {
    self.seed = seed
    dice = Dice(seed: seed)
    clock = HandClock()
    hub = try makeHub(clock, dice)
    tap = HubTap(hub, clock)
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
    let deviceClock = SkewedClock(clock, skewMilliseconds: skew)
    let form = dice.pick(JournalForm.allCases) ?? .attached
    reach(form == .attached ? .attachedDevice : .detachedDevice)
    let device = try TestDevice(name, form: form, link: link, clock: deviceClock, random: dice)
    return WorldDevice(name: name, device: device, clock: deviceClock)
  }

  private func connect(_ device: WorldDevice) async throws {
    isCalm.withLock { $0 = true }
    defer { isCalm.withLock { $0 = false } }
    let account = try await signIn(device)
    try await device.device.runtime.bindAccount(account, adoptingUnownedData: true)
    device.owner = account.account
  }

  func signIn(_ device: WorldDevice) async throws -> PersonalSyncAccount {
    let session = try await offer(device.person, device)
    tap.gave(session.bearer, to: device.person, device.device.store.journal.device)
    return try await adopt(session, device)
  }

  /// A session that the Hub gives `person` for the store of a device.
  func offer(_ person: String, _ device: WorldDevice) async throws -> FakeHub.Session {
    try await hub.signIn(
      person, client: "anchor", document: device.device.store.journal.document)
  }

  func adopt(
    _ session: FakeHub.Session, _ device: WorldDevice
  ) async throws(IdentityError) -> PersonalSyncAccount {
    try await device.device.identity.adoptBearerToken(
      session.bearer, revokeHandle: session.revokeHandle, session: session.id,
      at: TestDevice.hubOrigin)
  }

  func reach(_ branch: Branch, _ count: Int = 1) { reached[branch, default: 0] += count }

  // MARK: - Steps

  public func step() async throws {
    steps += 1
    clock.advance(milliseconds: Int64(dice.roll(90)) * 1_000)
    guard let device = dice.pick(devices) else { return }
    switch dice.roll(100) {
    case 0..<39: try await edit(device)
    case 39..<41: try await backUpOrRestoreHub()
    case 41..<42: try await forgetDeletions()
    case 42..<74: try await synchronize(device)
    case 74..<77: try await relaunch(device)
    case 77..<79: try await startOtherProcess(device)
    case 79..<82: try await signOutOrIn(device)
    case 82..<84: try await cancelPass(device)
    case 84..<86: try await failApply(device)
    case 86..<87: try await editMany(device)
    case 87..<93: try await stop(device)
    case 93..<96: try await spoilDisk(of: device)
    case 96..<98: try await backUpOrRestore(device)
    default: moveClocks(device)
    }
    if let foundMeanwhile { throw foundMeanwhile }
    try await device.finishSave()
    try await checkAlways(device)
    if steps.isMultiple(of: 10) { try await checkHub() }
  }

  func edit(
    _ device: WorldDevice, _ wanted: RecordID? = nil, isQueuedLater: Bool = false
  ) async throws {
    guard !device.device.disk.isStopped else { return }
    let record = wanted ?? RecordID.named("\(device.person) \(dice.roll(5))")
    let exists = try await device.device.store.notes().contains { $0.id == record }
    let isDelete = exists && dice.happens(percent: 20)
    nextMinutes += 1
    // Each edit has minutes of its own, so that every one can be followed to where it went.
    if isQueuedLater {
      if isDelete { reach(.deletedBeforeQueued) }
      return try await device.beginSave(record, isDelete ? nil : nextMinutes)
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

  func synchronize(_ device: WorldDevice) async throws {
    let name = device.name
    let steps = TestRuntime.Steps(meanwhile: { [weak self] batch in
      await self?.whileSaving(batch, on: name)
    })
    do throws(SyncError) { note(try await device.device.synchronize(steps)) } catch {
      try device.expect(error)
    }
    if try await device.isComparing() { reach(.comparisonInterrupted) }
  }

  private func relaunch(_ device: WorldDevice) async throws {
    reach(.relaunch)
    if try await device.inFlightCount() > 0 { reach(.relaunchWithInFlight) }
    // The process may end between the app's save of an edit and its place in the outbox.
    if device.device.form == .detached, dice.happens(percent: 50) {
      try await edit(device, isQueuedLater: true)
    }
    try await start(device)
  }

  /// Starts a device's app again, after its end or after its disk has stopped.
  func start(_ device: WorldDevice) async throws {
    try device.device.relaunch()
    if try await device.catchUp() > 0 { reach(.caughtUp) }
  }

  /// A second process on the same store, which does what follows beside the first.
  ///
  /// The file of a store that is not SQLite is one process's alone.
  private func startOtherProcess(_ device: WorldDevice) async throws {
    guard device.device.form == .attached else { return }
    reach(.otherProcess)
    device.device.use(try device.device.process())
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

  func signInAgain(_ device: WorldDevice) async throws(IdentityError) {
    guard !device.device.disk.isStopped else { return }
    do { _ = try await signIn(device) } catch let error as IdentityError {
      // The network may fail here as well; the person tries again another time.
      guard error.isExplained(isDiskFaulty: device.isDiskFaulty) else { throw error }
    } catch {
      // The Hub itself failed.
      foundMeanwhile = foundMeanwhile ?? error
    }
  }

  private func cancelPass(_ device: WorldDevice) async throws {
    reach(.cancelledPass)
    let runtime = device.device.runtime
    let found = Locked<SyncError?>(nil)
    requestsUntilCancel = dice.roll(4)
    // Begins only when the world knows of it, so that a seed is the same run every time.
    let (begin, isKnown) = AsyncStream.makeStream(of: Void.self)
    let pass = Task {
      for await _ in begin { break }
      do throws(SyncError) {
        try await runtime.synchronize()
      } catch { found.withLock { $0 = error } }
    }
    self.pass = pass
    isKnown.yield()
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

  private func moveClocks(_ device: WorldDevice) {
    switch dice.roll(4) {
    case 0:
      reach(.clockJumped)
      clock.advance(milliseconds: Int64(dice.roll(6)) * 3_600_000)
    case 1:
      reach(.deviceClockJumped)
      device.clock.jump(milliseconds: Int64(dice.roll(7) - 3) * 1_200_000)
    default:
      reach(.clockSteppedBack)
      clock.advance(milliseconds: -Int64(dice.roll(600)) * 1_000)
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
      for device in devices { note(try await device.device.synchronize()) }
    }
    countBranches()
  }

  private func countBranches() {
    for (fault, count) in faultsSeen.withLock({ $0 }) {
      switch fault {
      case .lostReply: reach(.lostReply, count)
      case .lostRequest: reach(.lostRequest, count)
      case .deliveredTwice: reach(.deliveredTwice, count)
      case .deliveredLate: reach(.deliveredLate, count)
      case .unauthorized: reach(.unauthorized, count)
      case .garbage: reach(.garbage, count)
      case .busy: reach(.busy, count)
      }
    }
    let seen = tap.seen
    reach(.conflictAnswer, seen.conflicts)
    reach(.duplicateAnswer, seen.duplicates)
    reach(.revived, seen.revived)
    reach(.cursorExpired, seen.expired)
    for device in devices { reach(.sessionReplacedMeanwhile, device.sessionChanges) }
  }
}
