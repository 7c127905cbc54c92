import HubContracts
import PersonalSyncKit
import PersonalSyncTesting

/// Two devices of Ada's, one Hub, one clock: what most tests start from.
struct PairOfDevices {
  let clock = HandClock()
  let dice = Dice(seed: 7)
  let hub: FakeHub
  let ada: FakeHub.Account
  let bob: FakeHub.Account
  let first: TestDevice
  let second: TestDevice

  init() throws {
    hub = FakeHub(clock: clock, random: dice)
    ada = hub.account("Ada")
    bob = hub.account("Bob")
    first = try TestDevice("first", link: FaultyLink(to: hub), clock: clock, random: dice)
    second = try TestDevice("second", link: FaultyLink(to: hub), clock: clock, random: dice)
  }

  /// The same with both devices connected as Ada's.
  static func connected() async throws -> PairOfDevices {
    let pair = try PairOfDevices()
    try await pair.first.connect(to: pair.hub, as: pair.ada)
    try await pair.second.connect(to: pair.hub, as: pair.ada)
    return pair
  }

  /// Lets time pass, so that the next edit is later than every one before.
  func pass(milliseconds: Int64 = 1_000) { clock.advance(milliseconds: milliseconds) }

  /// Both devices synchronise until neither has anything new.
  func settle() async throws {
    for _ in 0..<2 {
      try await first.synchronize()
      try await second.synchronize()
    }
  }
}

extension TestDevice {
  func conflicts() async throws(JournalError) -> [KeptConflict] {
    let journal = store.journal
    return try await store.pool.read { (transaction) throws(JournalError) in
      try journal.conflicts(transaction)
    }
  }

  func quarantined() async throws(JournalError) -> [QuarantinedEdit] {
    let journal = store.journal
    return try await store.pool.read { (transaction) throws(JournalError) in
      try journal.quarantined(transaction)
    }
  }
}
