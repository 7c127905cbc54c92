import Foundation
import HubArchive
import HubCore
import HubTesting
import Testing
import ToolboxHTTP

/// The export on the Account page.
@Suite struct ExportPageTests {
  let door: PageDoor

  init() throws { door = try PageDoor() }

  private func export(_ cookie: String) async -> HTTPResponse {
    var headers = PageDoor.ownForm
    headers["Cookie"] = "hub_dev=\(cookie)"
    return await door.door.send(.post, "/account/export", headers: headers)
  }

  @Test func `a person gets everything as a file that the Hub signed`() async throws {
    let ada = try await door.hub.makeOwner()

    let answer = await export(ada.token.text)

    guard case .stream(let pieces) = answer.body else {
      Issue.record("answered \(answer.status) without a stream")
      return
    }
    var bytes = Data()
    for await piece in pieces { bytes += piece }
    let path = door.hub.folder.appendingPathComponent("export.tar").path
    try bytes.write(to: URL(fileURLWithPath: path))
    let manifest = try ArchiveFile(path: path).check(for: .account)
    #expect(manifest.hub == door.hub.key.publicKey)
    #expect(
      manifest.parts.map(\.name) == [
        "README.txt", "account.json", "contracts.json", "devices.json", "events.json",
        "audit/checkpoint.txt", "audit/entries-1.ndjson",
      ])
    #expect(
      answer.headers["Content-Disposition"] == "attachment; filename=\"hub-export-2027-01-15.tar\"")
  }

  @Test func `one export of an account at a time, until it is sent or given up`() async throws {
    let ada = try await door.hub.makeOwner()
    let bob = try await door.hub.makeGuest("Bob")

    var kept = [await export(ada.token.text)]
    let meanwhile = await export(ada.token.text)
    let another = await export(bob.token.text)
    #expect(kept.removeLast().status == 200)
    let afterwards = await export(ada.token.text)

    #expect(meanwhile.status == 429 && meanwhile.headers["Retry-After"] == "60")
    #expect(String(decoding: meanwhile.bytes ?? [], as: UTF8.self).contains("on its way already"))
    #expect(another.status == 200 && afterwards.status == 200)
    #expect(try await exportsOnRecord(of: ada) == 2)
  }

  private func exportsOnRecord(of person: SignedIn) async throws -> Int {
    try await door.hub.service.securityEvents(of: person.session.account).count {
      $0.kind == .exported
    }
  }

  @Test func `a Hub makes three exports at a time`() async throws {
    _ = try await door.hub.makeOwner()
    var kept: [HTTPResponse] = []
    for name in ["Bob", "Cleo", "Dora"] {
      kept.append(await export(try await door.hub.makeGuest(name).token.text))
    }

    let fourth = await export(try await door.hub.makeGuest("Eli").token.text)

    #expect(kept.map(\.status) == [200, 200, 200] && fourth.status == 429)
    kept.removeAll()
    #expect(await export(try await door.hub.makeGuest("Finn").token.text).status == 200)
  }

  @Test func `it is asked once more who one is`() async throws {
    let ada = try await door.hub.makeOwner()
    _ = door.browserAfterAWhile(ada)

    let answer = await export(ada.token.text)

    #expect(answer.status == 303 && answer.headers["Location"] == "/verify?for=account")
  }
}
