import ToolboxJSON

/// What somebody asks an app to do, checked by its contract.
public struct ActionProposal: Sendable, Equatable {
  /// Made by who proposes it; the same one again is the same action (ACT-03).
  public let id: ActionID
  public let name: ActionName
  /// Canonical JSON, by the contract of ``name``.
  public let parameters: [UInt8]
  public let precondition: ActionPrecondition?

  public init<Parameters: ActionParameters>(
    _ id: ActionID, _ parameters: Parameters, precondition: ActionPrecondition? = nil
  ) {
    let action = Parameters.action
    self.init(
      id, ActionName(action.contract.domain, action.contract.name), action.encode(parameters),
      precondition)
  }

  public init(
    _ id: ActionID, _ action: SharedAction, of domain: Domain,
    precondition: ActionPrecondition? = nil
  ) {
    self.init(id, ActionName(domain, action.rawValue), Self.nothing, precondition)
  }

  init(
    _ id: ActionID, _ name: ActionName, _ parameters: [UInt8], _ precondition: ActionPrecondition?
  ) {
    self.id = id
    self.name = name
    self.parameters = parameters
    self.precondition = precondition
  }

  private static let nothing = Array("{}".utf8)

  /// An action's parameters as they came, checked and in their one form.
  public static func checked(
    _ id: ActionID, of contract: ActionContract, parameters: [UInt8],
    precondition: ActionPrecondition? = nil
  ) throws(ContractViolation) -> ActionProposal {
    if let ref = precondition?.ref, !ContractTable.allows(ref, in: contract.domain) {
      throw ContractViolation(.wrongKind, field: "precondition")
    }
    return ActionProposal(
      id, ActionName(contract.domain, contract.name), try contract.canonical(of: parameters),
      precondition)
  }

  public var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("id", id.description)
        json.member("parameters", raw: parameters)
        if let precondition { json.member("precondition") { precondition.write(to: &$0) } }
      }
    }
  }

  /// Reads the body of `POST /v1/domains/{domain}/actions/{action}`.
  public static func read(
    _ bytes: [UInt8], as contract: ActionContract
  ) throws(RequestRefusal) -> ActionProposal {
    var id: ActionID?
    var parameters: [UInt8]?
    var precondition: ActionPrecondition?
    do throws(JSONError) {
      try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
        try scanner.object { (scanner, key) throws(JSONError) in
          switch key {
          case "id": id = try scanner.identifier()
          case "parameters": parameters = Array(try scanner.raw())
          case "precondition": precondition = try ActionPrecondition.read(&scanner)
          default: throw JSONError(.unknownKey, at: scanner.position)
          }
        }
      }
    } catch { throw RequestRefusal(error) }
    guard let id, let parameters else {
      throw RequestRefusal(.invalidRequest, "An action has an id and parameters.")
    }
    do throws(ContractViolation) {
      return try checked(id, of: contract, parameters: parameters, precondition: precondition)
    } catch { throw RequestRefusal(error) }
  }
}

extension RequestRefusal {
  /// Names the field and the rule that it broke, never a value.
  public init(_ violation: ContractViolation) {
    let field = violation.field.map { "\($0): " } ?? ""
    self.init(.contractViolation, "\(field)\(violation.reason.rawValue).")
  }
}
