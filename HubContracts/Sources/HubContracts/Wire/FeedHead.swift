import ToolboxJSON

/// How far an account's feed of one domain has come: the newest change that there is to read.
public struct FeedHead: Sendable, Equatable {
  public let domain: Domain
  /// ``Cursor/start`` where there is no record yet.
  public let cursor: Cursor
  public let epoch: Epoch

  public init(domain: Domain, cursor: Cursor, epoch: Epoch) {
    self.domain = domain
    self.cursor = cursor
    self.epoch = epoch
  }

  public var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("domain", domain.rawValue)
        json.member("cursor", cursor.number)
        json.member("epoch", epoch.number)
      }
    }
  }

  /// Reads what ``json`` writes; members that are not known are skipped.
  ///
  /// Nil for a head of a domain that this program does not know yet.
  public static func read(_ bytes: [UInt8]) throws(JSONError) -> FeedHead? {
    var domain: String?
    var cursor: Int64?
    var epoch: Int64?
    try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
      try scanner.object { (scanner, key) throws(JSONError) in
        switch key {
        case "domain": domain = try scanner.string()
        case "cursor": cursor = try scanner.integer(in: 0...Int64.max - 1)
        case "epoch": epoch = try scanner.integer(in: 0...Int64.max)
        default: _ = try scanner.raw()
        }
      }
    }
    guard let domain, let cursor, let epoch else { throw JSONError(.missingKey, at: 0) }
    guard let domain = Domain(rawValue: domain) else { return nil }
    return FeedHead(domain: domain, cursor: Cursor(cursor), epoch: Epoch(epoch))
  }
}
