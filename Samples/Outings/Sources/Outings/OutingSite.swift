import HubContracts
import ServiceBinding
import ToolboxCrypto
import ToolboxHTTP
import ToolboxSQLite

/// The service's own pages, and the way to link a Hub; plain HTML without a script.
public struct OutingSite: Sendable {
  private static let cookie = "outings"

  private let store: OutingStore
  private let endpoints: ServiceEndpoints
  private let linking: HubLinking
  private let random: any RandomBytes

  public init(
    store: OutingStore, endpoints: ServiceEndpoints, linking: HubLinking,
    random: any RandomBytes
  ) {
    self.store = store
    self.endpoints = endpoints
    self.linking = linking
    self.random = random
  }

  public func answer(to request: HTTPRequest) async -> HTTPResponse {
    if let answer = await endpoints.answer(to: request) { return answer }
    do throws(SQLiteError) {
      if request.path == "/enter" { return enter(request) }
      guard let key = HTTPCookies(request.headers)[Self.cookie],
        let person = try await store.person(key: key)
      else { return page(403, "<p>Open the link that outings person has printed.</p>") }
      switch (request.method, request.path) {
      case (.get, "/"): return try await list(of: person)
      case (.post, "/items"): return try await add(request, of: person)
      case (.post, "/link"): return try await link(request, of: person)
      case (.get, HubLinking.callbackPath): return try await linked(request, person)
      default: return page(404, "<p>There is no such page.</p>")
      }
    } catch { return page(503, "<p>The store does not answer. Nothing was changed.</p>") }
  }

  /// Signs the browser in with the key of the link.
  private func enter(_ request: HTTPRequest) -> HTTPResponse {
    guard let key = Self.query(of: request)["key"], Base64URL.decode(key)?.count == 32 else {
      return page(403, "<p>That is no key.</p>")
    }
    return HTTPResponse(
      status: 303,
      headers: [
        "Location": "/", "Set-Cookie": "\(Self.cookie)=\(key); Path=/; HttpOnly; SameSite=Lax",
        "Cache-Control": "no-store",
      ])
  }

  private func list(of person: Person) async throws(SQLiteError) -> HTTPResponse {
    let outings = try await store.pool.read { (transaction) throws(SQLiteError) in
      try OutingTable(person: person.number).all(transaction)
    }
    let rows = outings.map { outing in
      let day = outing.facts.targetDay.map { ", \($0)" } ?? ""
      return "<li>\(Self.escaped(outing.title)) (\(outing.facts.status.rawValue)\(day))</li>"
    }.joined()
    let categories = LiveItemFacts.Category.allCases.map { "<option>\($0.rawValue)</option>" }
      .joined()
    return page(
      200,
      """
      <h1>Outings of \(Self.escaped(person.name))</h1><ul>\(rows)</ul>
      <form method=post action=/items><label>Title <input name=title required></label>
      <label>Sort <select name=category>\(categories)</select></label>
      <label>Day <input type=date name=day></label><button>Add</button></form>
      <form method=post action=/link><button>Link my Hub</button></form>
      <p>\(person.isLinked ? "Linked with a Hub." : "Not linked with a Hub.")</p>
      """)
  }

  private func add(
    _ request: HTTPRequest, of person: Person
  ) async throws(SQLiteError) -> HTTPResponse {
    let form = Self.form(of: request)
    guard Self.isOwnForm(request), let title = form["title"], (1...200).contains(title.count),
      let category = form["category"].flatMap(LiveItemFacts.Category.init)
    else { return page(422, "<p>An outing has a title and a sort.</p>") }
    var facts = LiveItemFacts()
    (facts.category, facts.targetDay) = (category, form["day"].flatMap(Day.init))
    let outing = Outing(
      id: RecordID(type: "item", uuid: random.uuid()), title: title, facts: facts, version: 1)
    try await store.pool.write { (transaction) throws(SQLiteError) in
      try OutingTable(person: person.number).insert(outing, transaction)
    }
    return HTTPResponse(status: 303, headers: ["Location": "/"])
  }

  // MARK: - Linking

  private func link(
    _ request: HTTPRequest, of person: Person
  ) async throws(SQLiteError) -> HTTPResponse {
    guard Self.isOwnForm(request) else { return page(403, "<p>Ask from this site's page.</p>") }
    let (state, verifier) = (secret, secret)
    try await store.beginLink(of: person, state: state, verifier: verifier)
    let address = linking.address(for: person.link, state: state, verifier: verifier)
    return HTTPResponse(status: 303, headers: ["Location": address])
  }

  private var secret: String { Base64URL.encode(random.bytes(32)) }

  /// Only the browser that began can end here: the state is looked for with its person.
  private func linked(
    _ request: HTTPRequest, _ person: Person
  ) async throws(SQLiteError) -> HTTPResponse {
    let query = Self.query(of: request)
    guard let state = query["state"], let code = query["code"],
      let verifier = try await store.takeVerifier(of: person, state: state)
    else { return page(403, "<p>Nothing was linked.</p><a href='/'>Back</a>") }
    do throws(LinkFailure) {
      let secrets = try await linking.redeem(
        code: code, verifier: verifier, link: person.link, nonce: random.bytes(32))
      do throws(SQLiteError) { try await store.finishLink(of: person, secrets) } catch {
        return page(503, "<p>The link was not kept. Disconnect it at the Hub, and link again.</p>")
      }
    } catch { return page(502, "<p>The Hub did not make the link.</p><a href='/'>Back</a>") }
    return HTTPResponse(status: 303, headers: ["Location": "/"])
  }

  // MARK: - HTTP

  private static func query(of request: HTTPRequest) -> HTTPQuery {
    do throws(HTTPQueryError) { return try HTTPQuery(parsing: (request.query ?? "").utf8) } catch {
      return [:]
    }
  }

  private static func form(of request: HTTPRequest) -> HTTPQuery {
    do throws(HTTPQueryError) { return try HTTPQuery(parsing: request.body) } catch { return [:] }
  }

  private static func isOwnForm(_ request: HTTPRequest) -> Bool {
    request.headers["Sec-Fetch-Site"] == "same-origin"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }

  private func page(_ status: Int, _ body: String) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: [
        "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
      ],
      body: .bytes(
        Array("<!doctype html><html lang=en><title>Outings</title><main>\(body)</main>".utf8)))
  }
}
