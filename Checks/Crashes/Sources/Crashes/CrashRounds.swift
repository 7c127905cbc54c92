import Foundation
import PersonalSyncTesting

extension CrashBench {
  /// What is cut off at each of its durable steps.
  enum Sweep: String, CaseIterable { case save, pull, push, connect, signIn = "sign-in" }

  /// Kills a device in place of its 1st, 2nd, 3rd … durable step until it comes to its end.
  func sweep(_ what: Sweep, _ form: JournalForm, every stride: Int) async throws {
    for step in Swift.stride(from: 1, to: 1_000, by: stride) {
      let (store, account) = try makeStore(form)
      let order = try await prepare(what, store, account, .kill, step)
      let ended = try runDevice(order)
      try await checkStore(store, ended.saved)
      try await goOn(what, store, account)
      guard ended.wasKilled else { return }
      count("killed at a step of \(what.rawValue), \(form.rawValue)")
    }
  }

  /// Lets the disk be full, or writes or syncs fail, from each step on; then it is well again.
  func spoil(
    _ what: Sweep, _ form: JournalForm, _ fault: DeviceOrder.Fault, every stride: Int
  ) async throws {
    for step in Swift.stride(from: 1, to: 40, by: stride) {
      let (store, account) = try makeStore(form)
      let order = try await prepare(what, store, account, fault, step)
      let ended = try runDevice(order)
      guard !ended.wasKilled else { throw Finding("a bad disk ended the process") }
      try await checkStore(store, ended.saved)
      try await goOn(what, store, account)
      if ended.isDone { return }
      count("\(fault.rawValue) failed in \(what.rawValue), \(form.rawValue)")
    }
  }

  private func prepare(
    _ what: Sweep, _ store: DeviceStore, _ account: FakeHub.Account, _ fault: DeviceOrder.Fault,
    _ step: Int
  ) async throws -> DeviceOrder {
    if what != .connect { try connect(store, account) }
    var act = DeviceOrder.Act.sync
    switch what {
    case .save: act = .save
    case .pull: try await writeElsewhere(30, account)
    case .push: try saveInPeace(store)
    case .connect:
      try saveInPeace(store)
      act = .connect
    case .signIn: act = .signIn
    }
    let session = act == .sync || act == .save ? nil : try session(account, of: store)
    return DeviceOrder(
      act, in: store, origin: origin, session: session, fault: fault, step: step)
  }

  private func saveInPeace(_ store: DeviceStore) throws {
    guard try runDevice(DeviceOrder(.save, in: store, origin: origin)).isDone else {
      throw Finding("edits in peace were refused")
    }
  }

  private func goOn(
    _ what: Sweep, _ store: DeviceStore, _ account: FakeHub.Account
  ) async throws {
    // A sign-in that was cut off may have left nobody signed in.
    if what == .connect || what == .signIn { try connect(store, account) }
    try await checkSettled(store, account)
  }

  /// Kills one of two devices' processes at random moments, again and again on the same stores.
  func killAtRandom(_ rounds: Int, _ form: JournalForm) async throws {
    let (store, account) = try makeStore(form)
    try connect(store, account)
    for round in 0..<rounds {
      let order = DeviceOrder(.work, in: store, origin: origin, first: 1 + round % 1_000)
      let ended = try runDevice(order, killAfter: 0.03 + Double(dice.roll(300)) / 1_000)
      guard ended.wasKilled else { throw Finding("a device ended by itself") }
      try await checkStore(store, ended.saved)
      if round % 10 == 9 || round == rounds - 1 { try await checkSettled(store, account) }
      count("killed at random, \(form.rawValue)")
    }
  }

  /// Two processes on one store, each writing and syncing; one or both are killed.
  func killOneOfTwo(_ rounds: Int) async throws {
    let (store, account) = try makeStore(.attached)
    try connect(store, account)
    for round in 0..<rounds {
      let first = try startDevice(
        DeviceOrder(.work, in: store, origin: origin, prefix: "a", first: 1 + round % 1_000))
      let second = try startDevice(
        DeviceOrder(.work, in: store, origin: origin, prefix: "b", first: 1 + round % 1_000))
      usleep(50_000 + UInt32(dice.roll(300)) * 1_000)
      kill(first.process.processIdentifier, SIGKILL)
      usleep(UInt32(dice.roll(100)) * 1_000)
      kill(second.process.processIdentifier, SIGKILL)
      let (one, two) = (first.wait(), second.wait())
      guard one.wasKilled, two.wasKilled else { throw Finding("a device ended by itself") }
      try await checkStore(store, one.saved + two.saved)
      if round % 5 == 4 || round == rounds - 1 { try await checkSettled(store, account) }
      count("killed, two processes on one store")
    }
  }
}
