import ToolboxJSON

/// What another app has said about one of its days, as a person lets this one read it.
public struct SharedDay: Sendable, Equatable {
  public let domain: Domain
  public let day: Day
  /// Canonical JSON, by the domain's contract of day summaries.
  public let facts: [UInt8]
  /// When the Hub stored it, milliseconds since 1970 UTC by its clock; for people only.
  public let recordedAtMilliseconds: Int64

  /// Nil where the facts break the contract that this program knows.
  public init?(_ domain: Domain, _ day: Day, facts: [UInt8], recordedAtMilliseconds: Int64) {
    guard let contract = ContractTable.daySummary(of: domain) else { return nil }
    do throws(ContractViolation) {
      self.facts = contract.canonical(try contract.read(facts: facts))
    } catch { return nil }
    self.domain = domain
    self.day = day
    self.recordedAtMilliseconds = recordedAtMilliseconds
  }

  /// The facts by their contract's own names, in its order; absent ones are left out.
  public var figures: [(rule: FactRule, value: FactValue)] {
    guard let contract = ContractTable.daySummary(of: domain) else { return [] }
    do throws(ContractViolation) {
      return zip(contract.rules, try contract.read(facts: facts)).compactMap { rule, value in
        value.map { (rule, $0) }
      }
    } catch { return [] }
  }
}

/// All that a session may read of other domains (`GET /v1/shared/days`).
///
/// Source: docs/protocol/sharing.md, "The wire".
public struct SharedDays: Sendable, Equatable {
  public static let path = "/v1/shared/days"
  /// How many days may be asked for at once.
  public static let daysMax: Int64 = 31

  /// Whose days the person lets it read, with or without any.
  public let domains: [Domain]
  /// By domain and day.
  public let days: [SharedDay]

  public init(_ domains: [Domain], _ days: [SharedDay]) {
    self.domains = domains
    self.days = days
  }

  public static let nothing = SharedDays([], [])

  public var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("domains") { json in
          json.array(domains) { json, domain in json.string(domain.rawValue) }
        }
        json.member("days") { json in
          json.array(days) { json, shared in
            json.object { json in
              json.member("domain", shared.domain.rawValue)
              json.member("day", shared.day.description)
              json.member("facts", raw: shared.facts)
              json.member("recordedAt", ISOTime.text(ofMilliseconds: shared.recordedAtMilliseconds))
            }
          }
        }
      }
    }
  }

  /// Members that are not known are skipped, and so are domains and facts of a newer Hub.
  public static func read(_ bytes: [UInt8]) throws(JSONError) -> SharedDays {
    var domains: [Domain] = []
    var days: [SharedDay] = []
    var missing: Set = ["domains", "days"]
    try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
      try scanner.object { (scanner, key) throws(JSONError) in
        missing.remove(key)
        switch key {
        case "domains":
          try scanner.array { (scanner) throws(JSONError) in
            if let domain = Domain(rawValue: try scanner.string(bytesMax: 32)),
              !domains.contains(domain)
            {
              domains.append(domain)
            }
          }
        case "days":
          let countMax = Domain.allCases.count * Int(daysMax)
          try scanner.array { (scanner) throws(JSONError) in
            guard days.count < countMax else {
              throw JSONError(.tooManyMembers, at: scanner.position)
            }
            if let day = try SharedDay.read(&scanner) { days.append(day) }
          }
        default: _ = try scanner.raw()
        }
      }
    }
    guard missing.isEmpty else { throw JSONError(.missingKey, at: 0) }
    // A day beside the domains that were granted is none.
    return SharedDays(domains, days.filter { domains.contains($0.domain) })
  }
}

extension SharedDay {
  fileprivate static func read(_ scanner: inout JSONScanner) throws(JSONError) -> SharedDay? {
    let start = scanner.position
    var domain: String?
    var day: Day?
    var facts: [UInt8]?
    var recordedAt: Int64?
    try scanner.object { (scanner, key) throws(JSONError) in
      switch key {
      case "domain": domain = try scanner.string(bytesMax: 32)
      case "day": day = Day(utf8: try scanner.utf8(bytesMax: 32))
      case "facts": facts = Array(try scanner.raw())
      case "recordedAt": recordedAt = ISOTime.milliseconds(of: try scanner.utf8(bytesMax: 64))
      default: _ = try scanner.raw()
      }
    }
    guard let domain, let day, let facts, let recordedAt else {
      throw JSONError(.missingKey, at: start)
    }
    guard let domain = Domain(rawValue: domain) else { return nil }
    return SharedDay(domain, day, facts: facts, recordedAtMilliseconds: recordedAt)
  }
}
