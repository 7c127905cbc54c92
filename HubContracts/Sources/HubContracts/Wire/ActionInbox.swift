import ToolboxJSON

/// What waits for an app: enough to decide whether it wants it (`GET /v1/actions`, of a device).
public struct ActionInbox: Sendable, Equatable {
  public struct Item: Sendable, Equatable {
    public let id: ActionID
    public let name: ActionName
    public let risk: ActionRisk

    public init(_ id: ActionID, _ name: ActionName, _ risk: ActionRisk) {
      self.id = id
      self.name = name
      self.risk = risk
    }
  }

  /// Oldest first, at most ``ActionLimits/inboxMax``.
  public let items: [Item]

  public init(_ items: [Item]) { self.items = items }

  public var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("actions") { json in
          json.array(items) { json, item in
            json.object { json in
              json.member("id", item.id.description)
              json.member("domain", item.name.domain.rawValue)
              json.member("action", item.name.action)
              json.member("risk", item.risk.rawValue)
            }
          }
        }
      }
    }
  }

  /// Members that are not known are skipped, and so are actions of a newer Hub.
  public static func read(_ bytes: [UInt8]) throws(JSONError) -> ActionInbox {
    var items: [Item]?
    try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
      try scanner.object { (scanner, key) throws(JSONError) in
        guard key == "actions" else {
          _ = try scanner.raw()
          return
        }
        var found: [Item] = []
        try scanner.array { (scanner) throws(JSONError) in
          guard found.count < ActionLimits.inboxMax else {
            throw JSONError(.tooManyMembers, at: scanner.position)
          }
          if let item = try Item.read(&scanner) { found.append(item) }
        }
        items = found
      }
    }
    guard let items else { throw JSONError(.missingKey, at: 0) }
    return ActionInbox(items)
  }
}

extension ActionInbox.Item {
  static func read(_ scanner: inout JSONScanner) throws(JSONError) -> ActionInbox.Item? {
    let start = scanner.position
    var id: ActionID?
    var domain: String?
    var action: String?
    var risk: String?
    try scanner.object { (scanner, key) throws(JSONError) in
      switch key {
      case "id": id = try scanner.identifier()
      case "domain": domain = try scanner.string(bytesMax: 32)
      case "action": action = try scanner.string(bytesMax: 32)
      case "risk": risk = try scanner.string(bytesMax: 32)
      default: _ = try scanner.raw()
      }
    }
    guard let id, let domain, let action, let risk else { throw JSONError(.missingKey, at: start) }
    guard let domain = Domain(rawValue: domain), let risk = ActionRisk(rawValue: risk) else {
      return nil
    }
    let name = ActionName(domain, action)
    return name.contract == nil ? nil : ActionInbox.Item(id, name, risk)
  }
}
