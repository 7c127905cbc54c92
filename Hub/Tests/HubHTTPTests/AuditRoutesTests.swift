import HubContracts
import HubCore
import HubHTTP
import HubTesting
import Testing
import ToolboxCrypto
import ToolboxHTTP

/// LOG-06: what a device needs to be a witness of its account's audit chain.
@Suite struct AuditRoutesTests {
  let door: FrontDoor

  init() throws {
    door = try FrontDoor { identity, _ in
      let audit = identity.audit
      return AuditRoutes(audit: audit).routes
        + SyncRoutes(
          sync: SyncService(
            storage: identity.database, clock: identity.clock, random: identity.random),
          audit: audit
        ).routes
    }
  }

  func headers(_ device: DeviceSignIn) -> HTTPHeaders {
    ["Authorization": "Bearer \(device.bearer.text)", "Content-Type": "application/json"]
  }

  @Test func `the session's statement carries the checkpoint, before anything is synchronised`()
    async throws
  {
    let device = try await door.identity.connect(try await door.identity.makeOwner())
    var headers = headers(device)
    headers[SessionStatement.nonceHeader] = Base64URL.encode(
      [UInt8](repeating: 7, count: 32))

    let response = await door.send(.get, "/v1/session", headers: headers)

    let note = response.headers[SignedCheckpoint.header].flatMap { Base64URL.decode($0) }
    let signed = SignedCheckpoint(note: try #require(note))
    #expect(response.status == 200 && signed?.checkpoint.size == 2)
  }

  @Test func `a page shows the checkpoint and the commitments that lead to it`() async throws {
    let device = try await door.identity.connect(try await door.identity.makeOwner())

    let response = await door.send(.get, "/v1/audit?after=1", headers: headers(device))

    let page = try AuditPage.read(response.bytes ?? [])
    #expect(page.checkpoint.checkpoint.size == 2 && page.commitments.count == 1)
    let whole = try AuditPage.read(
      await door.send(.get, "/v1/audit", headers: headers(device)).bytes ?? [])
    var link = AuditChain.start
    for (place, commitment) in whole.commitments.enumerated() {
      link = AuditLink.link(after: link, number: Int64(place + 1), commitment: commitment)
    }
    #expect(link == page.checkpoint.checkpoint.link)
  }

  @Test func `answers of sync carry the checkpoint, and refusals none`() async throws {
    let device = try await door.identity.connect(try await door.identity.makeOwner())

    let pulled = await door.send(
      .get, "/v1/sync/pull?domain=anchor", headers: headers(device))
    let refused = await door.send(.get, "/v1/sync/pull?domain=kith", headers: headers(device))

    let note = try #require(pulled.headers[SignedCheckpoint.header].flatMap(Base64URL.decode))
    #expect(SignedCheckpoint(note: note)?.checkpoint.size == 2)
    #expect(refused.headers[SignedCheckpoint.header] == nil)
  }

  @Test(arguments: [
    "after=-1", "after=x", "after=", "upto=99", "upto=-1", "upto=x", "after=99999999999999999999",
  ])
  func `a number that is none is refused`(query: String) async throws {
    let device = try await door.identity.connect(try await door.identity.makeOwner())

    let response = await door.send(.get, "/v1/audit?\(query)", headers: headers(device))

    #expect(response.status == 400)
  }

  @Test(arguments: [
    "", "{}", #"{"size":0,"link":""}"#, #"{"size":1,"link":"AAAA"}"#, #"{"size":"1","link":"x"}"#,
  ])
  func `a testimony of no form is refused, and one of good form is kept`(body: String)
    async throws
  {
    let owner = try await door.identity.makeOwner()
    let device = try await door.identity.connect(owner)
    let good = String(
      decoding: AuditTestimonyBody(size: 2, link: AuditChain.start).json, as: UTF8.self)

    let refused = await door.send(
      .post, "/v1/audit/witness", headers: headers(device), body: body)
    let kept = await door.send(
      .post, "/v1/audit/witness", headers: headers(device), body: good)

    #expect(refused.status == 400 && kept.status == 204)
    let witnesses = try await door.identity.database.auditWitnesses(
      of: owner.session.account.number)
    #expect(witnesses.map(\.agrees) == [false])
  }

  @Test func `a device sees its own account's chain alone`() async throws {
    let owner = try await door.identity.connect(try await door.identity.makeOwner())
    let guest = try await door.identity.makeGuest()
    let device = try await door.identity.connect(guest)

    let theirs = try AuditPage.read(
      await door.send(.get, "/v1/audit", headers: headers(device)).bytes ?? [])
    let ours = try AuditPage.read(
      await door.send(.get, "/v1/audit", headers: headers(owner)).bytes ?? [])

    #expect(theirs.checkpoint.checkpoint.account == guest.session.account.id)
    #expect(Set(theirs.commitments).isDisjoint(with: Set(ours.commitments)))
  }
}
