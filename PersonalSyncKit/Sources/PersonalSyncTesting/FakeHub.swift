import HubContracts
import ToolboxCrypto
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxJSON
import ToolboxLocks

/// A Hub in memory, for tests of apps and of the kit: sessions with real signatures, push and pull.
///
/// Keeps H2–H7 of docs/protocol/sync.md. Sign-in needs no person: ``signIn(_:client:document:)``
/// gives a session, and device grants are approved when a test says so.
public final class FakeHub: HTTPClient {
  public struct Account: Sendable, Hashable {
    public let id: AccountID
    public let name: String
    public var timeZone = "Europe/Berlin"
  }

  public struct Session: Sendable {
    public let bearer: String
    public let revokeHandle: String
    public let id: SessionID

    public init(bearer: String, revokeHandle: String, id: SessionID) {
      self.bearer = bearer
      self.revokeHandle = revokeHandle
      self.id = id
    }
  }

  struct LiveSession {
    var id: SessionID
    var account: Account
    var client: String
    var document: DocumentID
    var revokeHandle: String
    /// The hash of the bearer that the session wants to go on with.
    var next: String?
  }

  struct Memory {
    var sessions: [String: LiveSession] = [:]
    var retired: [String: FakeRetiredBearer] = [:]
    var feeds: [AccountID: FakeFeed] = [:]
    var grant: FakeGrant?
    var codes: [String: FakeCode] = [:]
    var epoch = Epoch(1)
    /// Cursors and versions given from now on are above it.
    var floor: Int64 = 0
    var terms = Terms()
    var changesPerPage = SyncLimits.changesPerPageMax
    var listeners: [Int: FakeListener] = [:]
    var lastListener = 0
    var actions: [FakeAction] = []
    var knowsActions = true
    var forgesLeases = false
    var performed: [AccountID: [ActionName]] = [:]
    var knowsSharing = true
    /// By account and domain.
    var sealedDirectories: [AccountID: [Domain: [String]]] = [:]
    var shared: [AccountID: Set<SharingScope>] = [:]
    var audits: [AccountID: FakeAuditChain] = [:]
    var knowsAttention = false
    var attention: [SessionID: AttentionCounts] = [:]
  }

  public let key: SigningKey
  public let hub: HubID
  let clock: HandClock
  let random: any RandomBytes
  let memory: Locked<Memory>

  public init(clock: HandClock, random: any RandomBytes) {
    guard let key = SigningKey(seed: random.bytes(32)),
      let hub = HubID(bytes: Array(SHA256.hash(key.publicKey.bytes).prefix(16)))
    else { preconditionFailure("32 bytes are a key and 16 are an id") }
    self.key = key
    self.hub = hub
    self.clock = clock
    self.random = random
    memory = Locked(Memory())
  }

  public func account(_ name: String, timeZone: String = "Europe/Berlin") -> Account {
    guard let id = AccountID(UUIDText.version8(from: SHA256.hash(Array(name.utf8)))) else {
      preconditionFailure("a hash makes a UUID")
    }
    return Account(id: id, name: name, timeZone: timeZone)
  }

  /// A session as if the person had approved it.
  public func signIn(_ account: Account, client: String, document: DocumentID) -> Session {
    guard let id = SessionID(random.uuid()) else { preconditionFailure("a UUID is an id") }
    let session = Session(
      bearer: "fake_b_" + Base64URL.encode(random.bytes(16)),
      revokeHandle: "fake_r_" + Base64URL.encode(random.bytes(16)), id: id)
    memory.withLock {
      $0.sessions[session.bearer] = LiveSession(
        id: id, account: account, client: client, document: document,
        revokeHandle: session.revokeHandle)
    }
    return session
  }

  /// Whether a session is still good, by the handle that ends it.
  public func isLive(revokeHandle: String) -> Bool {
    memory.withLock { $0.sessions.values.contains { $0.revokeHandle == revokeHandle } }
  }

  public func endSessions(of account: Account) {
    memory.withLock { $0.sessions = $0.sessions.filter { $0.value.account != account } }
  }

  /// Gives pages of at most `count` changes from now on, so that few records are many pages.
  public func givePages(of count: Int) {
    precondition((1...SyncLimits.changesPerPageMax).contains(count), "a page that devices accept")
    memory.withLock { $0.changesPerPage = count }
  }

  /// What the Hub holds of an account's domain, newest version of each record, in feed order.
  public func feed(of account: Account, _ domain: Domain) -> [Change] {
    memory.withLock { $0.feeds[account.id]?.changes(domain, after: .start) ?? [] }
  }

  // MARK: - HTTPClient

  public func send(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    respond(to: request, at: origin)
  }

  public func stream(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    respond(to: request, at: origin)
  }

  /// Answers a request that was made to `origin`: a fake Hub is wherever it is asked.
  public func respond(
    to request: HTTPRequest, at origin: HTTPOrigin = TestDevice.hubOrigin
  ) -> HTTPResponse {
    switch (request.method, request.path) {
    case (.post, "/oauth/device_authorization"): startGrant(request)
    case (.post, "/oauth/token"): token(request)
    case (.post, "/oauth/revoke"): revoke(request)
    case (.post, "/v1/session/rotate"): withSession(request) { rotate(request, $0) }
    case (.get, HubStatement.path): statement(request, at: origin)
    case (.get, "/v1/limits"): limits()
    case (.get, "/v1/session"): withSession(request) { witnessed(statement(request, $0), $0) }
    case (.post, "/v1/sync/push"):
      withSession(request) { saying(witnessed(push(request, $0), $0), $0) }
    case (.get, "/v1/sync/pull"):
      withSession(request) { saying(witnessed(pull(request, $0), $0), $0) }
    case (.put, AttentionCounts.path): withSession(request) { attention(request, $0) }
    case (.get, AuditPage.path): withSession(request) { auditPage(request, $0) }
    case (.post, AuditTestimonyBody.path): withSession(request) { witness(request, $0) }
    case (.get, SharedDays.path): withSession(request) { sharedDays(request, $0) }
    case (.get, SealedDirectoryPage.path): withSession(request) { sealedDirectory(request, $0) }
    case (.post, SealedDirectoryPage.path): withSession(request) { appendSealed(request, $0) }
    case (.get, "/v1/sync/events"): withSession(request) { events(request, $0) }
    default:
      withSession(request) { actionResponse(to: request, $0) ?? Self.refusal(.notFound) }
    }
  }

  private func withSession(
    _ request: HTTPRequest, _ body: (LiveSession) -> HTTPResponse
  ) -> HTTPResponse {
    guard let bearer = Self.bearer(request), let session = session(of: bearer) else {
      return Self.refusal(.unauthorized)
    }
    return body(session)
  }

  static func bearer(_ request: HTTPRequest) -> String? {
    guard let header = request.headers["Authorization"], header.hasPrefix("Bearer ") else {
      return nil
    }
    return String(header.dropFirst(7))
  }

  static func refusal(_ code: HubErrorCode) -> HTTPResponse {
    let body = HubErrorBody(code: code.rawValue, message: "The fake Hub refuses.")
    return HTTPResponse(status: code.status, body: .bytes(body.json))
  }

  private func statement(_ request: HTTPRequest, at origin: HTTPOrigin) -> HTTPResponse {
    let statement = HubStatement(
      hub: hub, hubKey: Base64URL.encode(key.publicKey.bytes),
      protocolVersions: SyncLimits.protocolVersions, origin: origin.description,
      nonce: request.headers[SessionStatement.nonceHeader] ?? "")
    return HTTPResponse(
      status: 200,
      headers: [
        SessionStatement.signatureHeader: Base64URL.encode(key.signature(over: statement.json))
      ], body: .bytes(statement.json))
  }

  private func statement(_ request: HTTPRequest, _ session: LiveSession) -> HTTPResponse {
    let statement = SessionStatement(
      hub: hub, hubKey: Base64URL.encode(key.publicKey.bytes), account: session.account.id,
      accountName: session.account.name, timeZone: session.account.timeZone, session: session.id,
      client: session.client, document: session.document,
      issuedAtMilliseconds: clock.nowMilliseconds,
      expiresAtMilliseconds: clock.nowMilliseconds + 86_400_000,
      nonce: request.headers[SessionStatement.nonceHeader] ?? "")
    let signature = Base64URL.encode(key.signature(over: statement.json))
    return HTTPResponse(
      status: 200, headers: [SessionStatement.signatureHeader: signature],
      body: .bytes(statement.json))
  }

  private func push(_ request: HTTPRequest, _ session: LiveSession) -> HTTPResponse {
    let push: PushRequest
    do throws(RequestRefusal) { push = try PushRequest.read(request.body) } catch {
      return Self.refusal(error.code)
    }
    let now = clock.nowMilliseconds
    let answer = memory.withLock { memory in
      let floor = memory.floor
      let results = push.items.map { item in
        if let refusal = memory.terms.refusal(of: item) { return refusal }
        // In place: a copy of the feed for each mutation would make long runs quadratic.
        return memory.feeds[session.account.id, default: FakeFeed()].store(
          item, push.domain, push.device, nowMilliseconds: now, random: random, floor: floor)
      }
      return PushAnswer(results: results, epoch: memory.epoch)
    }
    tell(session.account.id, of: push.domain)
    return HTTPResponse(status: 200, body: .bytes(answer.json))
  }

  private func pull(_ request: HTTPRequest, _ session: LiveSession) -> HTTPResponse {
    let query = Dictionary(
      (request.query ?? "").split(separator: "&").compactMap { pair in
        let parts = pair.split(separator: "=", maxSplits: 1)
        return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
      }, uniquingKeysWith: { first, _ in first })
    guard let domain = query["domain"].flatMap(Domain.init(rawValue:)) else {
      return Self.refusal(.invalidDomain)
    }
    guard let cursor = query["cursor"].flatMap({ Int64($0) }).map(Cursor.init) else {
      return Self.refusal(.invalidRequest)
    }
    let isWhole = cursor == .start || query["whole"] == "true"
    guard let page = memory.withLock({ Self.page(domain, after: cursor, isWhole, session, $0) })
    else {
      return Self.refusal(.cursorExpired)
    }
    return HTTPResponse(status: 200, body: .bytes(page.json))
  }

  /// Nil where deletions behind the cursor have been forgotten.
  private static func page(
    _ domain: Domain, after cursor: Cursor, _ isWhole: Bool, _ session: LiveSession,
    _ memory: Memory
  ) -> PullPage? {
    let feed = memory.feeds[session.account.id] ?? FakeFeed()
    let horizon = feed.horizon(of: domain)
    guard isWhole || cursor >= horizon else { return nil }
    let changes = feed.changes(domain, after: cursor, limit: memory.changesPerPage + 1)
    let page = Array(changes.prefix(memory.changesPerPage))
    let (last, hasMore) = (page.last?.cursor ?? cursor, page.count < changes.count)
    return PullPage(
      changes: page, cursor: hasMore ? last : max(last, horizon), hasMore: hasMore,
      epoch: memory.epoch, contracts: memory.terms.contracts)
  }
}
