import ToolboxJSON

/// The answer to a push: one result for each mutation, in the order of the request.
public struct PushAnswer: Sendable, Equatable {
  public var results: [PushResult]
  /// Absent from a first-generation Hub.
  public var epoch: Epoch?

  public init(results: [PushResult], epoch: Epoch?) {
    self.results = results
    self.epoch = epoch
  }

  public var json: [UInt8] {
    var json = JSONWriter(reserving: results.count * 160 + 32)
    json.object { json in
      json.member("results") { json in
        json.array(results) { json, result in result.write(to: &json) }
      }
      if let epoch { json.member("epoch", epoch.number) }
    }
    return json.bytes
  }

  public static func read(_ bytes: [UInt8], domain: Domain) throws(JSONError) -> PushAnswer {
    var answer = PushAnswer(results: [], epoch: nil)
    var hasResults = false
    try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
      try scanner.object { (scanner, key) throws(JSONError) in
        switch key {
        case "results":
          hasResults = true
          try scanner.array { (scanner) throws(JSONError) in
            answer.results.append(try PushResult.read(&scanner, domain: domain))
          }
        case "epoch": answer.epoch = Epoch(try scanner.integer(in: 0...Int64.max))
        default: _ = try scanner.raw()
        }
      }
    }
    guard hasResults else { throw JSONError(.missingKey, at: 0) }
    return answer
  }
}

extension PushResult {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("idempotencyKey", key)
      switch outcome {
      case .accepted(let version, let cursor):
        Self.write("accepted", version, cursor, to: &json)
      case .duplicate(let version, let cursor):
        Self.write("duplicate", version, cursor, to: &json)
      case .conflict(let expected, let actual, let current):
        json.member("status", "conflict")
        json.member("expectedVersion", expected.number)
        json.member("actualVersion", actual.number)
        if let current { json.member("current") { json in current.write(to: &json) } }
      case .rejected(let code, let field, let reason):
        json.member("status", "rejected")
        json.member("reason") { json in
          json.object { json in
            json.member("code", code)
            if let field { json.member("field", field) }
            if let reason { json.member("reason", reason) }
          }
        }
      }
    }
  }

  private static func write(
    _ status: String, _ version: Version, _ cursor: Cursor, to json: inout JSONWriter
  ) {
    json.member("status", status)
    json.member("version", version.number)
    json.member("cursor", cursor.number)
  }

  static func read(_ scanner: inout JSONScanner, domain: Domain) throws(JSONError) -> PushResult {
    let start = scanner.position
    var draft = PushResultDraft()
    try scanner.object { (scanner, key) throws(JSONError) in
      try draft.read(key, &scanner, domain: domain)
    }
    guard let result = draft.result else { throw JSONError(.missingKey, at: start) }
    return result
  }
}

private struct PushResultDraft {
  var id: String?
  var key: String?
  var status: String?
  var version: Int64?
  var cursor: Int64?
  var expected: Int64?
  var actual: Int64?
  var current: Change?
  var code = "rejected"
  var field: String?
  var reason: String?

  mutating func read(
    _ member: String, _ scanner: inout JSONScanner, domain: Domain
  ) throws(JSONError) {
    let positive = Int64(0)...Int64.max - 1
    switch member {
    case "id": id = try scanner.string(bytesMax: SyncLimits.clientIDCharactersMax)
    case "idempotencyKey": key = try scanner.string(bytesMax: SyncLimits.clientIDCharactersMax)
    case "status": status = try scanner.string(bytesMax: 32)
    case "version": version = try scanner.integer(in: positive)
    case "cursor": cursor = try scanner.integer(in: positive)
    case "expectedVersion": expected = try scanner.integer(in: positive)
    // A first-generation Hub says null where there is no such record.
    case "actualVersion": actual = scanner.takeNull() ? 0 : try scanner.integer(in: positive)
    case "current": current = scanner.takeNull() ? nil : try Change.read(&scanner, domain: domain)
    case "reason": try readReason(&scanner)
    default: _ = try scanner.raw()
    }
  }

  private mutating func readReason(_ scanner: inout JSONScanner) throws(JSONError) {
    try scanner.object { (scanner, key) throws(JSONError) in
      switch key {
      case "code": code = try scanner.string(bytesMax: 64)
      case "field": field = try scanner.string(bytesMax: 64)
      case "reason": reason = try scanner.string(bytesMax: 64)
      default: _ = try scanner.raw()
      }
    }
  }

  var result: PushResult? {
    guard let id, let key, let outcome else { return nil }
    return PushResult(id: id, key: key, outcome: outcome)
  }

  private var outcome: PushResult.Outcome? {
    switch status {
    case "accepted", "duplicate":
      guard let version, version > 0, let cursor else { return nil }
      return status == "accepted"
        ? .accepted(version: Version(version), cursor: Cursor(cursor))
        : .duplicate(version: Version(version), cursor: Cursor(cursor))
    case "conflict":
      guard let expected, let actual else { return nil }
      return .conflict(expected: Version(expected), actual: Version(actual), current: current)
    case "rejected": return .rejected(code: code, field: field, reason: reason)
    default: return nil
    }
  }
}
