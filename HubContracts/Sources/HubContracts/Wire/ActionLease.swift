import ToolboxJSON

/// An action that an app has been given to do, in the bytes that the Hub signs (ACT-06).
///
/// The app has it until ``leaseEndsAtMilliseconds``; times are by the Hub's clock, and
/// ``nowMilliseconds`` lets the app measure with its own what is left of them.
public struct ActionLease: Sendable, Equatable {
  public static let signatureHeader = SessionStatement.signatureHeader
  private static let kind = "hub-action-v1"

  public var account: AccountID
  public var session: SessionID
  public var action: ActionProposal
  public var risk: ActionRisk
  /// The action that this one takes back.
  public var undoes: ActionID?
  public var fence: Int64
  public var nowMilliseconds: Int64
  public var leaseEndsAtMilliseconds: Int64
  public var expiresAtMilliseconds: Int64

  public init(
    account: AccountID, session: SessionID, action: ActionProposal, risk: ActionRisk,
    undoes: ActionID?, fence: Int64, nowMilliseconds: Int64, leaseEndsAtMilliseconds: Int64,
    expiresAtMilliseconds: Int64
  ) {
    self.account = account
    self.session = session
    self.action = action
    self.risk = risk
    self.undoes = undoes
    self.fence = fence
    self.nowMilliseconds = nowMilliseconds
    self.leaseEndsAtMilliseconds = leaseEndsAtMilliseconds
    self.expiresAtMilliseconds = expiresAtMilliseconds
  }

  /// How long the app may begin with it, counted from when the lease was asked for.
  public var usableMilliseconds: Int64 {
    max(0, min(leaseEndsAtMilliseconds, expiresAtMilliseconds) - nowMilliseconds)
  }

  /// The bytes that are signed and sent.
  public var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("statement", Self.kind)
        json.member("account", account.description)
        json.member("session", session.description)
        json.member("id", action.id.description)
        json.member("domain", action.name.domain.rawValue)
        json.member("action", action.name.action)
        json.member("parameters", raw: action.parameters)
        if let precondition = action.precondition {
          json.member("precondition") { precondition.write(to: &$0) }
        }
        json.member("risk", risk.rawValue)
        if let undoes { json.member("undoes", undoes.description) }
        json.member("fence", fence)
        json.member("now", nowMilliseconds)
        json.member("leaseEndsAt", leaseEndsAtMilliseconds)
        json.member("expiresAt", expiresAtMilliseconds)
      }
    }
  }

  /// Reads strictly: what an app does rests on every member.
  public static func read(_ bytes: [UInt8]) throws(JSONError) -> ActionLease {
    var draft = LeaseDraft()
    try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
      try scanner.object { (scanner, key) throws(JSONError) in try draft.read(key, &scanner) }
    }
    guard draft.statement == kind, let lease = draft.lease else {
      throw JSONError(.missingKey, at: 0)
    }
    return lease
  }
}

private struct LeaseDraft {
  var statement: String?
  private var account: AccountID?
  private var session: SessionID?
  private var id: ActionID?
  private var domain: Domain?
  private var action: String?
  private var parameters: [UInt8]?
  private var precondition: ActionPrecondition?
  private var risk: ActionRisk?
  private var undoes: ActionID?
  private var fence: Int64?
  private var now: Int64?
  private var leaseEndsAt: Int64?
  private var expiresAt: Int64?

  mutating func read(_ member: String, _ scanner: inout JSONScanner) throws(JSONError) {
    let time = Int64(0)...SyncLimits.stampMax
    switch member {
    case "statement": statement = try scanner.string(bytesMax: 32)
    case "account": account = try scanner.identifier()
    case "session": session = try scanner.identifier()
    case "id": id = try scanner.identifier()
    case "domain": domain = try scanner.word()
    case "action": action = try scanner.string(bytesMax: 32)
    case "parameters": parameters = Array(try scanner.raw())
    case "precondition": precondition = try ActionPrecondition.read(&scanner)
    case "risk": risk = try scanner.word()
    case "undoes": undoes = try scanner.identifier()
    case "fence": fence = try scanner.integer(in: 1...Int64.max - 1)
    case "now": now = try scanner.integer(in: time)
    case "leaseEndsAt": leaseEndsAt = try scanner.integer(in: time)
    case "expiresAt": expiresAt = try scanner.integer(in: time)
    default: throw JSONError(.unknownKey, at: scanner.position)
    }
  }

  /// Nil where a member is missing or the parameters do not keep the action's contract.
  var lease: ActionLease? {
    guard let account, let session, let risk, let fence, let now, let leaseEndsAt, let expiresAt,
      let proposal
    else { return nil }
    return ActionLease(
      account: account, session: session, action: proposal, risk: risk, undoes: undoes,
      fence: fence, nowMilliseconds: now, leaseEndsAtMilliseconds: leaseEndsAt,
      expiresAtMilliseconds: expiresAt)
  }

  private var proposal: ActionProposal? {
    guard let id, let domain, let action, let parameters,
      let contract = ActionTable.action(action, in: domain)
    else { return nil }
    do throws(ContractViolation) {
      return try ActionProposal.checked(
        id, of: contract, parameters: parameters, precondition: precondition)
    } catch { return nil }
  }
}
