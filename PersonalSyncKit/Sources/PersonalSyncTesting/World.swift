import HubContracts
import PersonalSyncKit
import ToolboxCrypto
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
public final class World {
  /// Rare things that a run should reach; a branch that no seed reaches is not tested.
  public enum Branch: String, CaseIterable, Sendable {
    case conflictKeptLocal, conflictKeptRemote, duplicateAnswer, lostReply, lostRequest
    case deliveredTwice, unauthorized, garbage, busy, relaunch, relaunchWithInFlight, applyFailed
    case cancelledPass, signedOut, signedInAgain, deleted, revived, clockSteppedBack, largeBatch
    case sessionReplacedMeanwhile
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

  /// - Parameter makeHub: Given the world's clock and dice, so that the Hub too has no chance of
  ///   its own.
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
    let link = FaultyLink(to: tap) {
      guard !isCalm.withLock({ $0 }), dice.happens(percent: 12) else { return nil }
      let fault = dice.pick(FaultyLink.Fault.allCases)
      if let fault { faultsSeen.withLock { $0[fault, default: 0] += 1 } }
      return fault
    }
    // Up to three minutes wrong, in either direction.
    let skew = Int64(dice.roll(360_000)) - 180_000
    let device = try TestDevice(
      name, link: link, clock: SkewedClock(clock, skewMilliseconds: skew), random: dice)
    return WorldDevice(person: String(name.prefix(3)), device: device)
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
    clock.advance(milliseconds: Int64(dice.roll(90_000)))
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
      clock.advance(milliseconds: -Int64(dice.roll(600_000)))
    }
    try await noteProgress(device)
  }

  private func edit(_ device: WorldDevice) async throws {
    let name = "\(device.person) \(dice.roll(8))"
    let exists = try await device.device.minutes(name) != nil
    let isDelete = exists && dice.happens(percent: 20)
    nextMinutes += 1
    // Each edit has minutes of its own, so that every one can be followed to where it went.
    try await device.save(name, isDelete ? nil : nextMinutes)
    if isDelete { reach(.deleted) }
  }

  private func editMany(_ device: WorldDevice) async throws {
    reach(.largeBatch)
    for index in 0..<130 {
      try await device.save("\(device.person) many \(index)", 1 + dice.roll(1_400))
    }
  }

  private func synchronize(_ device: WorldDevice) async throws {
    do throws(SyncError) { _ = try await device.device.synchronize() } catch {
      try device.expect(error)
    }
  }

  private func relaunch(_ device: WorldDevice) async throws {
    reach(.relaunch)
    if try await device.inFlightCount() > 0 { reach(.relaunchWithInFlight) }
    try device.device.relaunch()
  }

  private func signOutOrIn(_ device: WorldDevice) async throws {
    guard try await device.device.identity.currentAccount() == nil else {
      reach(.signedOut)
      return try await device.device.identity.signOut()
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
    let pass = Task { () async throws(SyncError) -> SyncOutcome in
      try await runtime.synchronize { try NoteStore.apply($0, $1) }
    }
    for _ in 0..<dice.roll(30) { await Task.yield() }
    pass.cancel()
    if case .failure(let error as SyncError) = await pass.result { try device.expect(error) }
  }

  private func failApply(_ device: WorldDevice) async throws {
    struct SaveFailed: Error {}
    let saves = Locked(dice.roll(2))
    let (failed, runtime) = (Locked(false), device.device.runtime)
    do throws(SyncError) {
      _ = try await runtime.synchronize { batch, transaction in
        try NoteStore.apply(batch, transaction)
        let isFailing = saves.withLock { left in
          left -= 1
          return left < 0
        }
        guard !isFailing else {
          failed.withLock { $0 = true }
          throw SaveFailed()
        }
      }
    } catch { try device.expect(error) }
    if failed.withLock({ $0 }) { reach(.applyFailed) }
  }

  private func noteProgress(_ device: WorldDevice) async throws {
    let cursor = try await device.cursor()
    guard cursor >= device.lastCursor else {
      throw Broken.promise("a cursor went back from \(device.lastCursor) to \(cursor)")
    }
    device.lastCursor = cursor
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
