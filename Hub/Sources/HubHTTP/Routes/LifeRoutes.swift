import HubContracts
import HubCore
import ToolboxHTTP
import ToolboxJSON

/// `/v1/domains` and `/v1/life/events`: what an account's apps have told, for reading only.
///
/// A person reads every domain; a device its own app's, and is refused another's as forbidden
/// (SIGN-23). Deleted records are in no answer.
public struct LifeRoutes: Sendable {
  private let timeline: TimelineService
  private let directory: DirectoryService
  private let clock: any WallClock

  public init(
    storage: any LifeStorage, clock: any WallClock, offset: @escaping AccountClock.ZoneOffset
  ) {
    timeline = TimelineService(storage: storage, clock: clock, offset: offset)
    directory = DirectoryService(storage: storage)
    self.clock = clock
  }

  public var routes: [Route] {
    [
      Route(
        .get, "/v1/domains/{domain}/summary", access: .deviceOrPerson, target: .values,
        summary: "How many records a domain has, and its newest.", respond: summary
      ).described(Self.summaryDescription),
      Route(
        .get, "/v1/domains/{domain}/records", access: .deviceOrPerson, target: .values,
        summary: "A domain's records, newest first.", respond: records
      ).described(Self.recordsDescription),
      Route(
        .get, "/v1/life/events", access: .deviceOrPerson, target: .values,
        summary: "What happened, across the apps, newest first.", respond: events
      ).described(Self.eventsDescription),
    ]
  }

  // MARK: - Answers

  private func summary(_ routed: RoutedRequest) async -> HTTPResponse {
    do throws(Refusal) {
      let reader = Reader(routed.caller)
      let domain = try reader.domain(routed.parameters["domain"])
      let kinds = ContractTable.contracts(of: domain).map { RecordKind(domain, $0.type) }
      do throws(StorageError) {
        let counts = try await directory.kinds(of: reader.account)
          .filter { $0.contract.domain == domain }
        let newest = try await directory.newest(of: kinds, reader.account)
        return .json(Self.json(of: domain, counts, newest))
      } catch { return .failure(error) }
    } catch { return .error(error.code, error.message) }
  }

  private func records(_ routed: RoutedRequest) async -> HTTPResponse {
    do throws(Refusal) {
      let reader = Reader(routed.caller)
      let domain = try reader.domain(routed.parameters["domain"])
      let kinds = ContractTable.contracts(of: domain).map { RecordKind(domain, $0.type) }
      return try await page(of: kinds, routed, reader, naming: domain)
    } catch { return .error(error.code, error.message) }
  }

  /// What happened; for routes that hand it on too, whose query it reads.
  public func events(_ routed: RoutedRequest) async -> HTTPResponse {
    do throws(Refusal) {
      let reader = Reader(routed.caller)
      var kinds = Happening.kinds.filter { reader.domains.contains($0.domain) }
      if let name = try LifeFields(routed.request)["domain"] {
        guard let domain = Domain(rawValue: name) else { throw Refusal.invalidDomain }
        guard reader.domains.contains(domain) else { throw Refusal.foreignDomain }
        kinds = kinds.filter { $0.domain == domain }
      }
      return try await page(of: kinds, routed, reader, naming: nil)
    } catch { return .error(error.code, error.message) }
  }

  private func page(
    of kinds: [RecordKind], _ routed: RoutedRequest, _ reader: Reader, naming domain: Domain?
  ) async throws(Refusal) -> HTTPResponse {
    let fields = try LifeFields(routed.request)
    var query = try fields.query(kinds, on: timeline.clock(of: reader.account))
    if let type = fields["type"] { query.kinds = kinds.filter { $0.type == type } }
    do throws(StorageError) {
      let found = try await directory.records(query, of: reader.account)
      return .json(
        LifePage(
          domain: domain, generatedAtMilliseconds: clock.nowMilliseconds, query: query,
          changes: found.changes, total: found.total
        ).json)
    } catch { return .failure(error) }
  }

  private static func json(
    of domain: Domain, _ counts: [KindCount], _ newest: Change?
  ) -> [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("domain", domain.rawValue)
        json.member("source", "hub")
        json.member("activeCount", Int64(counts.reduce(0) { $0 + $1.count }))
        json.member("counts") { json in
          json.array(counts) { json, kind in
            json.object { json in
              json.member("type", kind.contract.type)
              json.member("count", Int64(kind.count))
            }
          }
        }
        if let newest {
          json.member("latest") { newest.writeItem(to: &$0, naming: false) }
          json.member(
            "lastUpdatedAt", ISOTime.text(ofMilliseconds: newest.recordedAtMilliseconds))
        }
      }
    }
  }
}

/// Whose records are read, and of which domains.
private struct Reader {
  let account: Account
  let domains: [Domain]

  init(_ caller: Caller) {
    domains = caller.domains
    switch caller {
    case .person(let session): account = session.account
    case .agent(let session): account = session.account
    case .device(let device): account = device.deviceSession.account
    case .anyone: preconditionFailure("the router lets only known callers in here")
    }
  }

  func domain(_ name: String?) throws(Refusal) -> Domain {
    guard let domain = name.flatMap(Domain.init(rawValue:)) else { throw Refusal.unknownDomain }
    guard domains.contains(domain) else { throw Refusal.foreignDomain }
    return domain
  }
}

private typealias Refusal = RequestRefusal

extension RequestRefusal {
  fileprivate static let unknownDomain = RequestRefusal(
    .unknownDomain, "The Hub knows no such domain.")
  fileprivate static let invalidDomain = RequestRefusal(
    .invalidDomain, "The Hub knows no such domain.")
  fileprivate static let foreignDomain = RequestRefusal(
    .forbidden, "This session belongs to an app that does not own the domain.")
}
