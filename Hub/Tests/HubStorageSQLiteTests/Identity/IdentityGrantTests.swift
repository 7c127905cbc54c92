import HubContracts
import HubCore
import HubTesting
import Testing
import ToolboxCrypto

/// Connecting an app by a code (RFC 8628; SIGN-20…23, KIT-14).
@Suite struct IdentityGrantTests {
  let hub: TestIdentity
  var service: IdentityService { hub.service }

  init() throws { hub = try TestIdentity() }

  enum Outcome: Equatable {
    case signedIn, pending, slowDown, denied, expired, invalid

    init(_ answer: RedeemAnswer) {
      self =
        switch answer {
        case .signedIn: .signedIn
        case .pending: .pending
        case .slowDown: .slowDown
        case .denied: .denied
        case .expired: .expired
        case .invalid: .invalid
        }
    }
  }

  func redeem(_ asked: TestIdentity.Asked) async throws -> Outcome {
    try Outcome(await hub.redeem(asked))
  }

  @Test func `an approved app gets one session, and only one`() async throws {
    let owner = try await hub.makeOwner()
    let asked = try await hub.ask()
    #expect(try await redeem(asked) == .pending)

    #expect(try await hub.approve(asked, by: owner) == .approved)

    hub.clock.advance(5_000)
    guard case .signedIn(let signIn) = try await hub.redeem(asked) else {
      throw Unexpected.answer
    }
    #expect(signIn.session.account == owner.session.account)
    #expect(signIn.session.document == asked.document)
    #expect(signIn.session.client == "anchor")
    #expect(signIn.session.deviceName == "Desk")
    #expect(try await redeem(asked) == .invalid)
  }

  @Test func `of fifty that redeem a code at once exactly one gets the session`() async throws {
    let owner = try await hub.makeOwner()
    let asked = try await hub.ask()
    #expect(try await hub.approve(asked, by: owner) == .approved)
    let hub = hub

    let outcomes = await withTaskGroup(of: Outcome?.self) { group in
      for _ in 0..<50 { group.addTask { try? Outcome(await hub.redeem(asked)) } }
      return await group.reduce(into: [Outcome?]()) { $0.append($1) }
    }

    #expect(outcomes.count { $0 == .signedIn } == 1)
    #expect(try await service.deviceSessions(of: owner.session.account.number).count == 1)
  }

  @Test func `the page shows what the app said and nothing else`() async throws {
    let owner = try await hub.makeOwner()
    let asked = try await hub.ask(from: NetworkPrefix(peer: "198.51.100.9"))

    let answer = try await service.grant(
      typedCode: asked.offer.userCode.description.lowercased(), by: owner.session,
      from: TestIdentity.home)

    guard case .found(let grant) = answer else { throw Unexpected.answer }
    #expect(grant.product?.title == "Anchor")
    #expect(grant.unownedRecords == 3)
    #expect(grant.documentShort == String(asked.document.description.prefix(8)))
    #expect(grant.network == "198.51.100.0/24")
    #expect(grant.network != TestIdentity.home.kept)
  }

  @Test func `approving needs a fresh password or the password itself (SIGN-22)`() async throws {
    let owner = try await hub.makeOwner()
    hub.clock.advance(11 * 60_000)
    let asked = try await hub.ask()

    #expect(try await hub.approve(asked, by: owner) == .needsPassword)
    #expect(try await hub.approve(asked, by: owner, password: "wrong") == .wrongPassword)
    #expect(try await redeem(asked) == .pending)
    let approval = try await hub.approve(asked, by: owner, password: TestIdentity.password)
    #expect(approval == .approved)
  }

  @Test func `a device needs a name that people can read`() async throws {
    let owner = try await hub.makeOwner()
    let asked = try await hub.ask()

    let answer = try await service.approve(
      typedCode: asked.offer.userCode.description, deviceName: "  ", proof: nil,
      by: owner.session, from: TestIdentity.home)

    #expect(answer == .invalidDeviceName(.missing))
    #expect(try await redeem(asked) == .pending)
  }

  @Test func `a denied app is told so and its code is used up`() async throws {
    let owner = try await hub.makeOwner()
    let asked = try await hub.ask()
    let code = asked.offer.userCode.description

    #expect(
      try await service.deny(typedCode: code, by: owner.session, from: TestIdentity.home)
        == .denied)
    #expect(try await hub.approve(asked, by: owner) == .unknownCode)
    #expect(try await redeem(asked) == .denied)
  }

  @Test func `a code lives ten minutes, approved or not (SIGN-20)`() async throws {
    let owner = try await hub.makeOwner()
    let late = try await hub.ask()
    let approved = try await hub.ask()
    #expect(try await hub.approve(approved, by: owner) == .approved)

    hub.clock.advance(10 * 60_000)

    #expect(try await hub.approve(late, by: owner) == .unknownCode)
    #expect(try await redeem(late) == .expired)
    #expect(try await redeem(approved) == .expired)
  }

  @Test func `a stolen device code is worth nothing without the verifier`() async throws {
    let owner = try await hub.makeOwner()
    let asked = try await hub.ask()
    _ = try await hub.approve(asked, by: owner)
    let thief = String(repeating: "a", count: 43)

    let stolen = try await service.redeem(
      deviceCode: asked.offer.deviceCode.text, verifier: thief)
    let foreign = try await service.redeem(
      deviceCode: asked.offer.deviceCode.text, verifier: asked.verifier, client: "kith")

    #expect(Outcome(stolen) == .invalid)
    #expect(Outcome(foreign) == .invalid)
    #expect(try await redeem(asked) == .signedIn)
  }

  @Test func `asking too often slows an app down and does not lose it the session`() async throws {
    let owner = try await hub.makeOwner()
    let asked = try await hub.ask()
    _ = try await hub.approve(asked, by: owner)
    let other = try await hub.ask()

    #expect(try await redeem(other) == .pending)
    #expect(try await redeem(other) == .slowDown)
    hub.clock.advance(5_000)
    #expect(try await redeem(other) == .slowDown)
    hub.clock.advance(15_000)
    #expect(try await redeem(other) == .pending)
    #expect(try await redeem(asked) == .signedIn)
  }

  @Test func `five wrong codes in ten minutes are enough, right ones do not count`() async throws {
    let owner = try await hub.makeOwner()
    let asked = try await hub.ask()
    let code = asked.offer.userCode.description
    for _ in 0..<20 {
      let found = try await service.grant(
        typedCode: code, by: owner.session, from: TestIdentity.home)
      #expect(found != .unknown)
    }
    for _ in 0..<5 {
      let wrong = try await service.grant(
        typedCode: "BBBB-BBBB", by: owner.session, from: TestIdentity.home)
      #expect(wrong == .unknown)
    }

    let sixth = try await service.grant(
      typedCode: code, by: owner.session, from: TestIdentity.home)
    #expect(sixth == .wait(seconds: 600))
    // Not even from another network: the account counts too.
    let elsewhere = try await service.grant(
      typedCode: code, by: owner.session, from: NetworkPrefix(peer: "198.51.100.9"))
    #expect(elsewhere == .wait(seconds: 600))
  }

  @Test func `ten requests in ten minutes from one network are the limit`() async throws {
    let owner = try await hub.makeOwner()
    for _ in 0..<10 {
      let asked = try await hub.ask()
      _ = try await service.deny(
        typedCode: asked.offer.userCode.description, by: owner.session, from: TestIdentity.home)
    }
    await #expect(throws: Unexpected.self) { try await hub.ask() }

    hub.clock.advance(10 * 60_000)
    _ = try await hub.ask()
  }

  @Test func `a document that is in use is no other account's and no other app's (KIT-14)`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let guest = try await hub.makeGuest()
    let first = try await hub.connect(owner)
    _ = try await service.device(bearer: first.bearer.text, isUse: true)

    let again = try await hub.ask(document: first.session.document)
    #expect(try await hub.approve(again, by: guest) == .documentOwned)
    #expect(try await hub.approve(again, by: owner) == .approved)
    let otherApp = try await hub.ask(document: first.session.document, client: "kith")
    #expect(try await hub.approve(otherApp, by: owner) == .documentOwned)
  }
}
