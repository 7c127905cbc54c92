import ToolboxJSON

/// The bounds of actions.
public enum ActionLimits {
  /// Actions of an account that no app has done yet.
  public static let openMax = 100
  /// Actions proposed for an account within a minute.
  public static let proposalsPerMinuteMax = 60
  /// Actions that an inbox answers at once.
  public static let inboxMax = 50
  /// Records that a receipt names.
  public static let refsMax = 8
  /// Kinds of action that a session says it performs.
  public static let performedMax = 64
  /// A request about actions, in bytes.
  public static let requestBytesMax = 16_384
}

/// What has to be true of a record for an action to be done: it is still as it was then.
///
/// In an inverse the version is the app's own, of which only the store that made it knows what it
/// means; the Hub hands it back and compares nothing.
public struct ActionPrecondition: Sendable, Equatable {
  public let ref: RecordID
  public let version: Version

  public init(_ ref: RecordID, _ version: Version) {
    self.ref = ref
    self.version = version
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("ref", ref.description)
      json.member("version", version.number)
    }
  }

  static func read(_ scanner: inout JSONScanner) throws(JSONError) -> ActionPrecondition {
    let start = scanner.position
    var ref: RecordID?
    var version: Int64?
    try scanner.object { (scanner, key) throws(JSONError) in
      switch key {
      case "ref": ref = try scanner.recordID()
      case "version": version = try scanner.integer(in: 0...SyncLimits.stampMax)
      default: throw JSONError(.unknownKey, at: scanner.position)
      }
    }
    guard let ref, let version else { throw JSONError(.missingKey, at: start) }
    return ActionPrecondition(ref, Version(version))
  }
}

/// One kind of action of one domain.
public struct ActionName: Sendable, Hashable {
  public let domain: Domain
  public let action: String

  public init(_ domain: Domain, _ action: String) {
    self.domain = domain
    self.action = action
  }

  /// Nil where there is no such action.
  public var contract: ActionContract? { ActionTable.action(action, in: domain) }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("domain", domain.rawValue)
      json.member("action", action)
    }
  }

  /// Nil where this program does not know the domain or the action.
  static func read(_ scanner: inout JSONScanner) throws(JSONError) -> ActionName? {
    let start = scanner.position
    var domain: String?
    var action: String?
    try scanner.object { (scanner, key) throws(JSONError) in
      switch key {
      case "domain": domain = try scanner.string(bytesMax: 32)
      case "action": action = try scanner.string(bytesMax: 32)
      default: throw JSONError(.unknownKey, at: scanner.position)
      }
    }
    guard let domain, let action else { throw JSONError(.missingKey, at: start) }
    guard let domain = Domain(rawValue: domain) else { return nil }
    let name = ActionName(domain, action)
    return name.contract == nil ? nil : name
  }
}

/// Which actions a session's app performs (`PUT /v1/actions/performed`).
public struct PerformedActionsRequest: Sendable, Equatable {
  public let actions: [ActionName]

  public init(_ actions: [ActionName]) { self.actions = actions }

  public var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("actions") { json in json.array(actions) { $1.write(to: &$0) } }
      }
    }
  }

  /// Actions that this program does not know are left out: the app may be newer.
  public static func read(_ bytes: [UInt8]) throws(RequestRefusal) -> PerformedActionsRequest {
    var actions: [ActionName] = []
    var count: Int?
    do throws(JSONError) {
      try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
        try scanner.object { (scanner, key) throws(JSONError) in
          guard key == "actions" else { throw JSONError(.unknownKey, at: scanner.position) }
          var found = 0
          try scanner.array { (scanner) throws(JSONError) in
            found += 1
            guard found <= ActionLimits.performedMax else {
              throw JSONError(.tooManyMembers, at: scanner.position)
            }
            if let name = try ActionName.read(&scanner) { actions.append(name) }
          }
          count = found
        }
      }
      guard count != nil else { throw JSONError(.missingKey, at: 0) }
    } catch { throw RequestRefusal(error) }
    return PerformedActionsRequest(actions)
  }
}

extension JSONScanner {
  mutating func recordID() throws(JSONError) -> RecordID {
    let start = position
    let text = try utf8(bytesMax: RecordID.charactersMax)
    guard let id = RecordID(utf8: text) else { throw JSONError(.wrongKind, at: start) }
    return id
  }

  mutating func identifier<Named>() throws(JSONError) -> Identifier<Named> {
    let start = position
    guard let id = Identifier<Named>(utf8: try utf8(bytesMax: 36)) else {
      throw JSONError(.wrongKind, at: start)
    }
    return id
  }

  /// A word of a closed list; one that is not in it is of the wrong kind.
  mutating func word<Word: RawRepresentable<String>>() throws(JSONError) -> Word {
    let start = position
    guard let word = Word(rawValue: try string(bytesMax: 32)) else {
      throw JSONError(.wrongKind, at: start)
    }
    return word
  }
}
