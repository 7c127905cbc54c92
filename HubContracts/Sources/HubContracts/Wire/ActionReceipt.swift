import ToolboxJSON

/// How an app takes back what it did: an action of its own domain, and what must be true for it.
///
/// Only the app makes one, and it runs in the store that made it (ACT-10).
public struct InverseAction: Sendable, Equatable {
  public let name: ActionName
  /// Canonical JSON, by the contract of ``name``.
  public let parameters: [UInt8]
  public let precondition: ActionPrecondition

  public init<Parameters: ActionParameters>(
    _ parameters: Parameters, requiring precondition: ActionPrecondition
  ) {
    let action = Parameters.action
    name = ActionName(action.contract.domain, action.contract.name)
    self.parameters = action.encode(parameters)
    self.precondition = precondition
  }

  /// The app finds what to take back by the precondition alone.
  public static func takeBack(
    in domain: Domain, requiring precondition: ActionPrecondition
  ) -> InverseAction {
    InverseAction(
      ActionName(domain, SharedAction.takeBack.rawValue), Array("{}".utf8), precondition)
  }

  private init(_ name: ActionName, _ parameters: [UInt8], _ precondition: ActionPrecondition) {
    self.name = name
    self.parameters = parameters
    self.precondition = precondition
  }

  /// Nil where the parts do not keep the contract of an action of `domain`.
  public init?(
    stored action: String, in domain: Domain, _ parameters: [UInt8],
    requiring precondition: ActionPrecondition
  ) {
    guard let contract = ActionTable.action(action, in: domain), contract.risk == .low,
      ContractTable.allows(precondition.ref, in: domain)
    else { return nil }
    do throws(ContractViolation) {
      self.init(
        ActionName(domain, action), try contract.canonical(of: parameters), precondition)
    } catch { return nil }
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("action", name.action)
      json.member("parameters", raw: parameters)
      json.member("precondition") { precondition.write(to: &$0) }
    }
  }

  static func read(
    _ scanner: inout JSONScanner, in domain: Domain
  ) throws(JSONError) -> InverseAction {
    let start = scanner.position
    var action: String?
    var parameters: [UInt8]?
    var precondition: ActionPrecondition?
    try scanner.object { (scanner, key) throws(JSONError) in
      switch key {
      case "action": action = try scanner.string(bytesMax: 32)
      case "parameters": parameters = Array(try scanner.raw())
      case "precondition": precondition = try ActionPrecondition.read(&scanner)
      default: throw JSONError(.unknownKey, at: scanner.position)
      }
    }
    guard let action, let parameters, let precondition else {
      throw JSONError(.missingKey, at: start)
    }
    guard
      let inverse = InverseAction(
        stored: action, in: domain, parameters, requiring: precondition)
    else { throw JSONError(.wrongKind, at: start) }
    return inverse
  }
}

/// What an app did with an action.
public enum ActionResult: Sendable, Equatable {
  /// - `refs`: the records that it made or changed, at most ``ActionLimits/refsMax``.
  /// - `inverse`: how to take it back; nil where it cannot be.
  case applied(refs: [RecordID], inverse: InverseAction?)
  case rejected(ActionRefusal)

  public var isApplied: Bool {
    switch self {
    case .applied: true
    case .rejected: false
    }
  }
}

/// An app's answer to an action, under the fencing number of its lease (`POST …/receipt`).
public struct ActionReceipt: Sendable, Equatable {
  public let fence: Int64
  public let result: ActionResult

  public init(fence: Int64, _ result: ActionResult) {
    self.fence = fence
    self.result = result
  }

  public var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("fence", fence)
        switch result {
        case .applied(let refs, let inverse):
          json.member("result", "applied")
          json.member("refs") { json in json.array(refs) { $0.string($1.description) } }
          if let inverse { json.member("inverse") { inverse.write(to: &$0) } }
        case .rejected(let reason):
          json.member("result", "rejected")
          json.member("reason", reason.rawValue)
        }
      }
    }
  }

  /// Reads the receipt of an action of `domain`: what it names must be of that domain.
  public static func read(
    _ bytes: [UInt8], in domain: Domain
  ) throws(RequestRefusal) -> ActionReceipt {
    var draft = ReceiptDraft()
    do throws(JSONError) {
      try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
        try scanner.object { (scanner, key) throws(JSONError) in
          try draft.read(key, &scanner, in: domain)
        }
      }
    } catch { throw RequestRefusal(error) }
    guard let receipt = draft.receipt else {
      throw RequestRefusal(
        .invalidRequest, "A receipt has a fence, and either refs or the reason of a refusal.")
    }
    return receipt
  }
}

private struct ReceiptDraft {
  private enum Outcome: String { case applied, rejected }

  private var fence: Int64?
  private var result: Outcome?
  private var refs: [RecordID]?
  private var inverse: InverseAction?
  private var reason: ActionRefusal?

  mutating func read(
    _ member: String, _ scanner: inout JSONScanner, in domain: Domain
  ) throws(JSONError) {
    switch member {
    case "fence": fence = try scanner.integer(in: 1...Int64.max - 1)
    case "result": result = try scanner.word()
    case "reason": reason = try scanner.word()
    case "inverse": inverse = try InverseAction.read(&scanner, in: domain)
    case "refs":
      var found: [RecordID] = []
      try scanner.array { (scanner) throws(JSONError) in
        let start = scanner.position
        let ref = try scanner.recordID()
        guard ContractTable.allows(ref, in: domain), found.count < ActionLimits.refsMax else {
          throw JSONError(.wrongKind, at: start)
        }
        found.append(ref)
      }
      refs = found
    default: throw JSONError(.unknownKey, at: scanner.position)
    }
  }

  var receipt: ActionReceipt? {
    guard let fence else { return nil }
    switch (result, refs, reason) {
    case (.applied, let refs?, nil):
      return ActionReceipt(fence: fence, .applied(refs: refs, inverse: inverse))
    case (.rejected, nil, let reason?) where inverse == nil:
      return ActionReceipt(fence: fence, .rejected(reason))
    default: return nil
    }
  }
}
