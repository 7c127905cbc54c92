import HubContracts
import HubCore
import ToolboxHTTP
import ToolboxJSON

/// What a request for records asks for beside its path.
struct LifeFields {
  static let limitDefault = 20
  static let limitMax = 50

  private let query: HTTPQuery

  init(_ request: HTTPRequest) throws(RequestRefusal) {
    do { query = try request.decodedQuery() } catch {
      throw RequestRefusal(.invalidRequest, "The query is not well formed.")
    }
  }

  /// Absent and empty are the same.
  subscript(name: String) -> String? { query[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// `start` and `end` are days of the account's zone, the last one included, or times.
  func query(_ kinds: [RecordKind], on clock: AccountClock) throws(RequestRefusal) -> RecordQuery {
    let all = RecordQuery.allTime
    let start = try minute("start", day: { clock.span(of: $0).lowerBound }) ?? all.lowerBound
    let end = try minute("end", day: { clock.span(of: $0).upperBound }) ?? all.upperBound
    guard start < end else {
      throw RequestRefusal(.invalidRange, "start is after end.")
    }
    return RecordQuery(
      kinds, in: start..<end, offset: try number("offset", 0...RecordQuery.offsetMax) ?? 0,
      limit: try number("limit", 1...Self.limitMax) ?? Self.limitDefault)
  }

  private func minute(
    _ name: String, day: (Day) -> Minute
  ) throws(RequestRefusal) -> Minute? {
    guard let text = self[name] else { return nil }
    if let found = Day(text) { return day(found) }
    guard let minute = Minute(text) else {
      throw RequestRefusal(.invalidRange, "\(name) is no day and no time with its zone.")
    }
    return minute
  }

  private func number(
    _ name: String, _ range: ClosedRange<Int>
  ) throws(RequestRefusal) -> Int? {
    guard let text = self[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw RequestRefusal(
        .invalidPagination, "\(name) is no number \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }
}

/// Some records, and where they are among all that match.
struct LifePage {
  /// Nil for all domains; then each item names its own.
  let domain: Domain?
  let generatedAtMilliseconds: Int64
  let query: RecordQuery
  let changes: [Change]
  let total: Int

  var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        if let domain { json.member("domain", domain.rawValue) }
        json.member("source", "hub")
        json.member("generatedAt", ISOTime.text(ofMilliseconds: generatedAtMilliseconds))
        json.member("items") { json in
          json.array(changes) { $1.writeItem(to: &$0, naming: domain == nil) }
        }
        json.member("page") { json in
          json.object { json in
            json.member("limit", Int64(query.limit))
            json.member("offset", Int64(query.offset))
            json.member("total", Int64(total))
            let next = query.offset + changes.count
            if !changes.isEmpty, next < total { json.member("nextOffset", Int64(next)) }
          }
        }
      }
    }
  }
}

extension Change {
  /// A record as answers of `/v1/domains` and `/v1/life` hold it; the detail itself is for devices.
  func writeItem(to json: inout JSONWriter, naming domainToo: Bool) {
    let body = readBody()
    json.object { json in
      if domainToo { json.member("domain", domain.rawValue) }
      json.member("id", record.description)
      if let type = body?.type ?? RecordBody.type(ofCanonical: self.body) {
        json.member("type", type)
      }
      json.member("occurredAt", occurredAt.description)
      json.member("recordedAt", ISOTime.text(ofMilliseconds: recordedAtMilliseconds))
      json.member("version", version.number)
      json.member("originDeviceId", origin.description)
      // Absent where this Hub cannot read what another version of it took.
      if let body { json.member("facts", raw: body.facts) }
      json.member("hasDetail", body?.sealed != nil)
    }
  }
}
