import Testing
import ToolboxHTTP

@testable import WebInterface

@Suite struct StaticAssetsServingTests {
  private let sheet = StaticAsset("look.css", Array("body{}".utf8))

  private func get(
    _ path: String, _ method: HTTPMethod = .get, _ headers: HTTPHeaders = [:]
  ) -> HTTPResponse? {
    StaticAssets([sheet]).response(
      to: HTTPRequest(method: method, path: path, headers: headers))
  }

  @Test func `an asset is served under the hash of its bytes and kept for a year`() throws {
    let response = try #require(get(sheet.path.text))

    #expect(sheet.path.text.hasPrefix("/assets/look.") && sheet.path.text.hasSuffix(".css"))
    #expect(response.status == 200)
    #expect(response.bytes == sheet.bytes)
    #expect(response.headers["Content-Type"] == "text/css; charset=utf-8")
    #expect(response.headers["Cache-Control"] == "public, max-age=31536000, immutable")
    #expect(response.headers["X-Content-Type-Options"] == "nosniff")
  }

  @Test func `other bytes have another address`() {
    #expect(StaticAsset("look.css", Array("body{ }".utf8)).path != sheet.path)
  }

  @Test(arguments: [
    "/assets/", "/assets/look.css", "/assets/../Package.swift", "/assets/%2e%2e/etc/passwd",
    "/assets/look.0000000000000000.css",
  ])
  func `what is not in the table does not exist`(path: String) {
    #expect(get(path)?.status == 404)
    #expect(get(path)?.headers["Cache-Control"] == "no-store")
  }

  @Test func `a page is not an asset`() {
    #expect(get("/today") == nil)
    #expect(get("/assets") == nil)
  }

  @Test func `a browser that has the bytes is told so`() {
    let response = get(sheet.path.text, .get, ["If-None-Match": sheet.entityTag])

    #expect(response?.status == 304)
    #expect(response?.bytes == [])
  }

  @Test func `an asset is only read`() {
    #expect(get(sheet.path.text, .post)?.status == 405)
    #expect(get(sheet.path.text, .head)?.status == 200)
  }

  @Test func `a page names only assets that its site serves`() throws {
    let site = Site(.kith, headers: SecurityHeaders(isOverTLS: false))
    let page = String(decoding: Page("A", on: site) { p("b") }.bytes, as: UTF8.self)
    let named = MiniParser(page).attributeValues.filter { $0.hasPrefix("/assets/") }

    #expect(named.count == 3)
    for path in named {
      let answer = site.assets.response(to: HTTPRequest(method: .get, path: path))
      #expect(answer?.status == 200, "\(path)")
    }
  }

  @Test func `the hash is FNV-1a`() {
    #expect(StaticAsset.hash([]) == "cbf29ce484222325")
    #expect(StaticAsset.hash(Array("a".utf8)) == "af63dc4c8601ec8c")
    #expect(StaticAsset.hash(Array("foobar".utf8)) == "85944171f73967e8")
  }
}
