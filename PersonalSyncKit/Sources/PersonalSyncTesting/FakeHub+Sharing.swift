import HubContracts
import ToolboxHTTP
import ToolboxJSON

/// What a person lets the sessions of their account do beyond their own domains.
extension FakeHub {
  /// Lets the account's sessions do these and nothing else.
  public func share(_ scopes: Set<SharingScope>, in account: Account) {
    memory.withLock { $0.shared[account.id] = scopes }
  }

  /// From now on the Hub knows no sharing, as one that is older than it is.
  public func knowNoSharing() { memory.withLock { $0.knowsSharing = false } }

  /// Stores what another app says of a day of the account's.
  public func tell<Summary: Facts>(_ summary: Summary, of day: Day, in account: Account) {
    let contract = Summary.contract.record
    guard let key = IdempotencyKey(random.uuid()), let device = DeviceID(random.uuid()) else {
      preconditionFailure("a UUID is an id")
    }
    let body = RecordBody(type: contract.type, facts: Summary.contract.encode(summary))
    let now = clock.nowMilliseconds
    memory.withLock { memory in
      var feed = memory.feeds[account.id] ?? FakeFeed()
      let record = RecordID.summary(day)
      let held = feed.changes(contract.domain, after: .start).first { $0.record == record }
      let mutation = Mutation(
        record: record, key: key, operation: .upsert, base: held?.version ?? Version(0),
        occurredAt: Minute(number: day.number * 1_440), modifiedAt: Stamp(milliseconds: now),
        body: body.canonical)
      let request = PushRequest(domain: contract.domain, device: device, mutations: [mutation])
      do throws(RequestRefusal) {
        for item in try PushRequest.read(request.json).items {
          _ = feed.store(
            item, contract.domain, device, nowMilliseconds: now, random: random,
            floor: memory.floor)
        }
      } catch { preconditionFailure("a summary keeps its contract") }
      memory.feeds[account.id] = feed
    }
  }

  func sharedDays(_ request: HTTPRequest, _ session: LiveSession) -> HTTPResponse {
    guard memory.withLock({ $0.knowsSharing }) else { return Self.refusal(.notFound) }
    let query: HTTPQuery
    do throws(HTTPQueryError) { query = try request.decodedQuery() } catch {
      return Self.refusal(.invalidRequest)
    }
    guard let first = query["from"].flatMap(Day.init), let last = query["to"].flatMap(Day.init),
      first <= last, last.number - first.number < SharedDays.daysMax
    else { return Self.refusal(.invalidRange) }
    let shared = memory.withLock { memory in
      let scopes = memory.shared[session.account.id] ?? []
      let domains = Domain.allCases.filter { scopes.contains(.readSummaries($0)) }
      let feed = memory.feeds[session.account.id] ?? FakeFeed()
      return SharedDays(
        domains,
        domains.flatMap { feed.changes($0, after: .start) }.compactMap { change in
          guard let day = change.record.summaryDay, (first...last).contains(day),
            let facts = Self.facts(of: change)
          else { return nil }
          return SharedDay(
            change.domain, day, facts: facts,
            recordedAtMilliseconds: change.recordedAtMilliseconds)
        })
    }
    return HTTPResponse(status: 200, body: .bytes(shared.json))
  }

  private static func facts(of change: Change) -> [UInt8]? {
    do throws(RecordRefusal) {
      return try RecordBody.read(change.body, domain: change.domain).facts
    } catch { return nil }
  }

  /// `POST /v1/domains/{domain}/actions/{action}` of an app's session.
  func propose(_ request: HTTPRequest, _ session: LiveSession) -> HTTPResponse {
    let parts = request.path.split(separator: "/").map(String.init)
    guard parts.count == 5, let domain = Domain(rawValue: parts[2]),
      let contract = ActionTable.action(parts[4], in: domain)
    else { return Self.refusal(.unknownAction) }
    do throws(RequestRefusal) {
      let proposal = try ActionProposal.read(request.body, as: contract)
      let isGranted = memory.withLock {
        $0.shared[session.account.id]?.contains(.propose(proposal.name)) ?? false
      }
      guard isGranted else { return Self.refusal(.forbidden) }
      return Self.state(keepOnce(proposal, of: session.account))
    } catch { return Self.refusal(error.code) }
  }

  private static func state(_ state: ActionState?) -> HTTPResponse {
    guard let state else { return refusal(.actionIDReused) }
    return HTTPResponse(
      status: 200,
      body: .bytes(JSONWriter.write { $0.object { $0.member("state", state.rawValue) } }))
  }
}
