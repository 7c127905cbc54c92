import Foundation
import HubArchive
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

  @Test func `it is asked once more who one is`() async throws {
    let ada = try await door.hub.makeOwner()
    _ = door.browserAfterAWhile(ada)

    let answer = await export(ada.token.text)

    #expect(answer.status == 303 && answer.headers["Location"] == "/verify?for=account")
  }
}
