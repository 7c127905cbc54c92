import HubContracts
import PersonalSyncTesting
import Testing

@testable import PersonalSyncKit

/// What a crash between two steps of a sign-in leaves (docs/protocol/identity.md, KIT-05).
@Suite struct IdentityCrashTests {
  /// Where a sign-in begins.
  enum Start: CaseIterable { case newStore, signedOut, signedIn }

  func start(_ start: Start, _ form: JournalForm) async throws -> PairOfDevices {
    switch start {
    case .newStore: return try PairOfDevices(form)
    case .signedOut:
      let pair = try await PairOfDevices.connected(form)
      try await pair.first.identity.signOut()
      return pair
    case .signedIn: return try await PairOfDevices.connected(form)
    }
  }

  func revive(_ image: DeviceImage, in pair: PairOfDevices) throws -> TestDevice {
    try TestDevice(
      "revived", as: .init(form: pair.first.form, image: image), link: FaultyLink(to: pair.hub),
      clock: pair.clock,
      random: pair.dice)
  }

  @Test(arguments: JournalForm.allCases, Start.allCases)
  func `KIT-05: killed at any step, a sign-in has happened or has not`(
    form: JournalForm, start: Start
  ) async throws {
    let pair = try await self.start(start, form)
    let before = try await pair.first.identity.currentAccount()
    let moments = pair.first.recordMoments(at: pair.hub)
    let new = try await pair.first.signIn(to: pair.hub, as: pair.ada)
    let images = moments.stop().map(\.image)

    var found: Set<SessionID?> = []
    for image in images {
      let revived = try revive(image, in: pair)
      let account = try await revived.identity.currentAccount()
      found.insert(account?.session)
      #expect(account == nil || account == before || account == new)
      if let account { #expect(try revived.tokens.load()[account.session] != nil) }
    }
    #expect(found == [before?.session, new.session])
  }

  @Test(arguments: JournalForm.allCases, Start.allCases)
  func `KIT-05: whatever a killed sign-in left is removed and revoked`(
    form: JournalForm, start: Start
  ) async throws {
    let pair = try await self.start(start, form)
    let moments = pair.first.recordMoments(at: pair.hub)
    let new = try await pair.first.signIn(to: pair.hub, as: pair.ada)
    let all = moments.stop()
    let handle = try #require(try pair.first.tokens.load()[new.session]).revokeHandle

    // A sign-in that was cut off looks like one under way; after ten minutes it is taken for the former.
    pair.clock.advance(milliseconds: 10 * 60_000)
    for moment in all {
      pair.hub.restore(moment.hub)
      let revived = try revive(moment.image, in: pair)
      let account = try await revived.identity.verifiedSyncAccount()
      #expect(
        try revived.tokens.load().sessions.map(\.session) == [account?.session].compactMap(\.self))
      // Before it was saved there was nothing that could end it.
      if moment.image.secrets[new.session] != nil {
        #expect(pair.hub.isLive(revokeHandle: handle) == (account == new))
      }
      #expect(try await revived.revocations() == 0)
    }
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-05: a secret without a session is removed at the start, and revoked`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    let handle = try #require(try pair.first.tokens.load().sessions.first?.revokeHandle)
    let secrets = try pair.first.tokens.load()
    pair.first.link.next(.lostRequest)
    try await pair.first.identity.signOut()
    var image = pair.first.image()
    image.secrets = secrets

    let revived = try revive(image, in: pair)

    #expect(try await revived.identity.verifiedSyncAccount() == nil)
    #expect(try revived.tokens.load().sessions.isEmpty)
    #expect(!pair.hub.isLive(revokeHandle: handle))
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-05: a session without a secret is signed out at the start`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    var image = pair.first.image()
    image.secrets = StoredSecrets()

    let revived = try revive(image, in: pair)

    #expect(try await revived.identity.currentAccount() == nil)
    #expect(try await revived.session().account == nil)
    #expect(try await revived.status().owner?.account == pair.ada.id)
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-05: somebody who looks during a sign-in does not end it`(form: JournalForm) async throws
  {
    let pair = try PairOfDevices(form)
    let bystander = try pair.first.process().identity

    for _ in 0..<40 {
      async let looked = bystander.currentAccount()
      let account = try await pair.first.signIn(to: pair.hub, as: pair.ada)
      _ = try await looked
      #expect(try await bystander.currentAccount() == account)
      #expect(try await pair.first.identity.verifiedSyncAccount() == account)
    }
  }
}
