import HubContracts
import HubCore
import HubTesting
import Testing
import ToolboxCrypto

/// What a bearer is good for, and how it ends (SES-01, SES-06, SES-07, KIT-14).
@Suite struct IdentityDeviceTests {
  let hub: TestIdentity
  var service: IdentityService { hub.service }

  init() throws { hub = try TestIdentity() }

  func isKnown(_ signIn: DeviceSignIn) async throws -> Bool {
    try await service.device(bearer: signIn.bearer.text, isUse: false) != .unknown
  }

  @Test func `a bearer is its session's and nothing else is`() async throws {
    let signIn = try await hub.connect(try await hub.makeOwner())

    let answer = try await service.device(bearer: signIn.bearer.text, isUse: false)

    #expect(answer == .session(signIn.session))
    for wrong in [
      "", "hub_n1_", signIn.revokeHandle.text, SecretToken(.device, random: hub.random).text,
    ] {
      #expect(try await service.device(bearer: wrong, isUse: false) == .unknown)
    }
  }

  @Test func `a revoked session is dead at once, although it was just read (SES-06)`() async throws
  {
    let owner = try await hub.makeOwner()
    let signIn = try await hub.connect(owner)
    #expect(try await isKnown(signIn))

    let isRevoked = try await service.revokeDevice(
      signIn.session.id, of: owner.session.account.number, from: TestIdentity.home)

    #expect(isRevoked)
    #expect(try await !isKnown(signIn))
    #expect(try await service.deviceSessions(of: owner.session.account.number).isEmpty)
  }

  @Test func `bearer and revoke handle both end the session, again and again (SES-07)`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let first = try await hub.connect(owner)
    let second = try await hub.connect(owner)

    for _ in 0..<2 {
      #expect(try await service.signOutDevice(token: first.bearer.text))
      #expect(try await service.signOutDevice(token: second.revokeHandle.text))
    }

    #expect(try await !isKnown(first))
    #expect(try await !isKnown(second))
    #expect(try await !service.signOutDevice(token: "hub_n1_nonsense"))
  }

  @Test func `another account cannot end a session, nor see that it is there`() async throws {
    let owner = try await hub.makeOwner()
    let guest = try await hub.makeGuest()
    let signIn = try await hub.connect(owner)

    let isRevoked = try await service.revokeDevice(
      signIn.session.id, of: guest.session.account.number, from: TestIdentity.home)

    #expect(!isRevoked)
    #expect(try await isKnown(signIn))
    #expect(try await service.deviceSessions(of: guest.session.account.number).isEmpty)
  }

  @Test func `a session ends after sixty idle days, and use keeps it alive for a year`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let busy = try await hub.connect(owner)
    let idle = try await hub.connect(owner)
    let day: Int64 = 86_400_000

    for _ in 0..<6 {
      hub.clock.advance(59 * day)
      #expect(try await isKnown(busy))
    }
    #expect(try await !isKnown(idle))
    hub.clock.advance(12 * day)
    #expect(try await !isKnown(busy))
  }

  @Test func `what has ended is removed and what lives is not`() async throws {
    let owner = try await hub.makeOwner()
    let old = try await hub.connect(owner)
    hub.clock.advance(59 * 86_400_000)
    let new = try await hub.connect(try await signIn())
    hub.clock.advance(86_400_000)

    try await service.removeEnded()

    let kept = try await hub.database.deviceSessions(of: owner.session.account.number)
    #expect(kept.map(\.id) == [new.session.id])
    #expect(try await hub.database.deviceSession(old.bearer.hash) == nil)
    #expect(try await hub.database.webSession(owner.token.hash) == nil)
  }

  func signIn() async throws -> SignedIn {
    guard
      case .signedIn(let signIn) = try await service.signIn(
        name: "Ada", with: .init(password: TestIdentity.password), replacing: nil,
        from: TestIdentity.home)
    else { throw Unexpected.answer }
    return signIn
  }

  @Test func `asking who it is binds nothing; the first use binds the document for ever`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let guest = try await hub.makeGuest()
    let wrong = try await hub.connect(guest)
    #expect(try await isKnown(wrong))
    // The person said no in the app, which signs out and is connected to the right account.
    #expect(try await service.signOutDevice(token: wrong.revokeHandle.text))

    let right = try await hub.connect(owner, document: wrong.session.document)
    let answer = try await service.device(bearer: right.bearer.text, isUse: true)

    guard case .session(let session) = answer else { throw Unexpected.answer }
    #expect(session.isInUse)
    #expect(try await service.signOutDevice(token: right.bearer.text))
    let late = try await hub.ask(document: wrong.session.document)
    #expect(try await hub.approve(late, by: guest) == .documentOwned)
  }

  @Test func `of two accounts that connected one store the first to use it has it`() async throws {
    let owner = try await hub.makeOwner()
    let guest = try await hub.makeGuest()
    let first = try await hub.connect(owner)
    let second = try await hub.connect(guest, document: first.session.document)

    _ = try await service.device(bearer: second.bearer.text, isUse: true)

    #expect(try await service.device(bearer: first.bearer.text, isUse: true) == .documentOwned)
    #expect(try await service.device(bearer: first.bearer.text, isUse: false) != .unknown)
  }

  @Test func `the statement is signed over the nonce and says whose session it is`() async throws {
    let owner = try await hub.makeOwner()
    let signIn = try await hub.connect(owner)
    let nonce = Base64URL.encode(hub.random.bytes(32))

    let signed = service.statement(of: signIn.session, nonce: nonce)

    let signature = try #require(Base64URL.decode(signed.signature))
    #expect(hub.key.publicKey.isValid(signature, over: signed.bytes))
    let statement = try SessionStatement.read(signed.bytes)
    #expect(statement.nonce == nonce)
    #expect(statement.account == owner.session.account.id)
    #expect(statement.session == signIn.session.id)
    #expect(statement.document == signIn.session.document)
    #expect(statement.hub == service.identity.id)
    #expect(
      statement.expiresAtMilliseconds - statement.issuedAtMilliseconds == 60 * 86_400_000)
  }

  @Test func `no secret and no password is in the database`() async throws {
    let owner = try await hub.makeOwner()
    let signIn = try await hub.connect(owner)
    let asked = try await hub.ask()

    let bytes = try hub.databaseBytes()

    for secret in [
      owner.token.text, signIn.bearer.text, signIn.revokeHandle.text, asked.offer.deviceCode.text,
      asked.verifier, TestIdentity.password, "$argon2id$",
    ] {
      #expect(!bytes.contains(Array(secret.utf8)))
    }
    // The same search does find what is there.
    #expect(bytes.contains(Array("Europe/Berlin".utf8)))
  }
}
