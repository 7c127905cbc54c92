import ToolboxJSON

/// Something that a service is asked to do (docs/protocol/actions.md).
public struct ServiceIntent: Sendable, Equatable {
  public let action: ActionProposal
  /// The action that this one takes back.
  public let undoes: ActionID?
  /// Rises each time that the action is asked for; its receipt repeats it.
  public let fence: Int64
  /// From then on it is not to be begun any more, by the Hub's clock.
  public let expiresAtMilliseconds: Int64

  public init(
    _ action: ActionProposal, undoes: ActionID? = nil, fence: Int64, expiresAtMilliseconds: Int64
  ) {
    self.action = action
    self.undoes = undoes
    self.fence = fence
    self.expiresAtMilliseconds = expiresAtMilliseconds
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", action.id.description)
      json.member("domain", action.name.domain.rawValue)
      json.member("action", action.name.action)
      json.member("parameters", raw: action.parameters)
      if let precondition = action.precondition {
        json.member("precondition") { precondition.write(to: &$0) }
      }
      if let undoes { json.member("undoes", undoes.description) }
      json.member("fence", fence)
      json.member("expiresAt", expiresAtMilliseconds)
    }
  }

  static func read(_ bytes: [UInt8]) throws(ServiceRefusal) -> ServiceIntent {
    var draft = IntentDraft()
    do throws(JSONError) {
      try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
        try scanner.object { (scanner, key) throws(JSONError) in try draft.read(key, &scanner) }
      }
    } catch { throw .malformed }
    return try draft.intent
  }
}

private struct IntentDraft {
  private var id: ActionID?
  private var domain: String?
  private var action: String?
  private var parameters: [UInt8]?
  private var precondition: ActionPrecondition?
  private var undoes: ActionID?
  private var fence: Int64?
  private var expiresAt: Int64?

  mutating func read(_ member: String, _ scanner: inout JSONScanner) throws(JSONError) {
    switch member {
    case "id": id = try scanner.identifier()
    case "domain": domain = try scanner.string(bytesMax: 32)
    case "action": action = try scanner.string(bytesMax: 32)
    case "parameters": parameters = Array(try scanner.raw())
    case "precondition": precondition = try ActionPrecondition.read(&scanner)
    case "undoes": undoes = try scanner.identifier()
    case "fence": fence = try scanner.integer(in: 1...Int64.max - 1)
    case "expiresAt": expiresAt = try scanner.integer(in: 0...SyncLimits.stampMax)
    default: throw JSONError(.unknownKey, at: scanner.position)
    }
  }

  var intent: ServiceIntent {
    get throws(ServiceRefusal) {
      guard let id, let domain, let action, let parameters, let fence, let expiresAt else {
        throw .malformed
      }
      guard let domain = Domain(rawValue: domain),
        let contract = ActionTable.action(action, in: domain)
      else { throw .unknownAction }
      do throws(ContractViolation) {
        return ServiceIntent(
          try ActionProposal.checked(
            id, of: contract, parameters: parameters, precondition: precondition),
          undoes: undoes, fence: fence, expiresAtMilliseconds: expiresAt)
      } catch { throw .contractViolation }
    }
  }
}
