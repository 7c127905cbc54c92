import HubContracts
import HubCore
import HubTesting
import Testing

/// Three accounts that use the same names, against a model that keeps them apart.
@Suite struct ThreeAccountsTests {
  /// What a record is in the model.
  private struct Held: Equatable {
    var version: Int64
    var minutes: Int?
  }

  /// Chance that a seed repeats exactly (SplitMix64).
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private static let names = (0..<6).map {
    RecordID(type: "focusSession", uuid: "44444444-4444-4444-8444-44444444444\($0)")
  }

  let hub: TestIdentity

  init() throws { hub = try TestIdentity() }

  @Test(arguments: UInt64(1)...20)
  func `what each account reads is what it wrote (ISO-22)`(seed: UInt64) async throws {
    var dice = Dice(state: seed)
    var model: [[RecordID: Held]] = [[:], [:], [:]]
    let accounts = [
      try await hub.makeOwner(), try await hub.makeGuest("Bob"), try await hub.makeGuest("Cleo"),
    ].map(\.session.account.number)

    for step in 0..<60 {
      let who = Int.random(in: 0..<3, using: &dice)
      let name = Self.names[Int.random(in: 0..<Self.names.count, using: &dice)]
      let held = model[who][name]
      let minutes = Bool.random(using: &dice) ? Int.random(in: 0...1_440, using: &dice) : nil
      // Sometimes on the version that another account has.
      let foreign = model[(who + 1) % 3][name]?.version ?? 0
      let base = Int.random(in: 0..<4, using: &dice) == 0 ? foreign : held?.version ?? 0
      let isAccepted = try await push(
        name, minutes: minutes, base: base, step: step, by: accounts[who])

      #expect(isAccepted == (base == held?.version ?? 0))
      if isAccepted { model[who][name] = Held(version: base + 1, minutes: minutes) }
      let reader = Int.random(in: 0..<3, using: &dice)
      try await expect(model[reader], readBy: accounts[reader], "seed \(seed), step \(step)")
    }
  }

  private func push(
    _ name: RecordID, minutes: Int?, base: Int64, step: Int, by account: AccountNumber
  ) async throws -> Bool {
    var mutation = hub.focusSession(
      from: Minute(number: 30_000_000), to: nil, focusedMinutes: minutes ?? 0)
    mutation.record = name
    mutation.base = Version(base)
    // The same keys for all three: a key is an account's own.
    mutation.key = try #require(
      IdempotencyKey("55555555-5555-4555-8555-\(String(100_000_000_000 + step))"))
    if minutes == nil {
      mutation.operation = .delete
      mutation.body = RecordBody.tombstone
    }
    let request = PushRequest(
      domain: .anchor, device: try hub.identifier(), mutations: [mutation])
    let answer = try await hub.sync.push(request, from: account, speaking: .second)
    if case .accepted = answer.results[0].outcome { return true }
    return false
  }

  private func expect(
    _ model: [RecordID: Held], readBy account: AccountNumber, _ place: String
  ) async throws {
    guard case .page(let page) = try await hub.sync.pull(.anchor, after: .start, of: account) else {
      Issue.record("expired, \(place)")
      return
    }
    var read: [RecordID: Held] = [:]
    for change in page.changes {
      let facts = change.operation == .delete ? nil : try #require(change.readBody()).facts
      let minutes = try facts.map { try FocusSessionFacts.contract.decode($0).focusedMinutes }
      read[change.record] = Held(version: change.version.number, minutes: minutes)
    }
    #expect(read == model, "\(place)")
    let counts = try await hub.database.counts(of: account)
    #expect(counts.values.reduce(0, +) == model.values.count { $0.minutes != nil }, "\(place)")
  }
}
