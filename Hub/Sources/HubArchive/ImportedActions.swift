import HubContracts
import HubCore
import ToolboxJSON

/// What apps were asked to do, in the archive of an account; lives on one thread.
///
/// They are history where they come: no store of the account is connected there, so that what was open
/// has expired and nothing can be taken back.
public final class ImportedActions {
  private let lines: ArchiveLines
  private let nowMilliseconds: Int64
  private var position: Int64 = 0

  public init(
    _ file: ArchiveFile, _ manifest: ArchiveManifest, nowMilliseconds: Int64
  ) {
    self.nowMilliseconds = nowMilliseconds
    lines = ArchiveLines(file, manifest) { name in
      name.hasPrefix("\(AccountExport.actionsName)-")
    }
  }

  /// The next; nil after the last.
  public func next() throws(ArchiveProblem) -> AskedAction? {
    guard let line = try lines.next() else { return nil }
    position += 1
    let read: ArchivedAction
    do { read = try ArchivedAction(line.bytes) } catch { throw line.problem }
    guard let action = read.action(at: position, importedAt: nowMilliseconds) else {
      throw line.problem
    }
    return action
  }
}

/// The members of a line, of which nothing is believed yet.
private struct ArchivedAction {
  private var members: [String: JSONValue] = [:]
  private var parameters: [UInt8] = []

  init(_ line: [UInt8]) throws(JSONError) {
    var (members, parameters) = (members, parameters)
    try JSONScanner.read(line) { (scanner) throws(JSONError) in
      try scanner.object { (scanner, key) throws(JSONError) in
        if key == "parameters" {
          parameters = Array(try scanner.raw())
        } else {
          members[key] = try scanner.node().value
        }
      }
    }
    (self.members, self.parameters) = (members, parameters)
  }

  /// Nil unless this Hub could have kept it.
  func action(at position: Int64, importedAt now: Int64) -> AskedAction? {
    guard let id = text("id").flatMap(ActionID.init), let proposal = proposal(id), let proposer,
      let state = text("state").flatMap(ActionState.init), let proposed = time("proposedAt"),
      let expires = time("expiresAt"), let refs = refs(in: proposal.name.domain),
      let contract = ActionTable.action(proposal.name.action, in: proposal.name.domain)
    else { return nil }
    guard let undoes = optional("undoes", ActionID.init),
      let undoer = optional("document", DocumentID.init), (undoes == nil) == (undoer == nil),
      let approved = optional("approvedAt", ISOTime.milliseconds(of:)),
      let ended = optional("endedAt", ISOTime.milliseconds(of:)),
      let doneBy = optional("doneBy", DocumentID.init),
      let refusal = optional("refusal", ActionRefusal.init)
    else { return nil }
    let isPending = state.isOpen || state == .undoRequested
    var action = AskedAction(
      proposal, at: position, by: proposer, proposedAtMilliseconds: proposed,
      life: ActionLife(
        Self.settled(state), contract.risk, fence: 0, holder: nil, leaseEndsAtMilliseconds: 0,
        notBeforeMilliseconds: proposed, expiresAtMilliseconds: expires),
      undoing: undoes.flatMap { undoes in undoer.map { AskedAction.Undoing(undoes, in: $0) } })
    action.approvedAtMilliseconds = approved
    action.endedAtMilliseconds = isPending ? now : ended
    action.outcome.document = doneBy
    action.outcome.refusal = state == .undoRequested ? .expired : refusal
    action.outcome.refs = refs
    return action
  }

  /// What no app can come back to is over.
  private static func settled(_ state: ActionState) -> ActionState {
    if state.isOpen { return .expired }
    return state == .undoRequested ? .undoRefused : state
  }

  /// Nil where nobody is named, or an agent beside somebody else.
  private var proposer: Proposer? {
    guard let agent = optional("agent", Agent.ID.init),
      let session = optional("proposer", SessionID.init),
      let client = optional("client", { Fleet.product(named: $0) == nil ? nil : $0 })
    else { return nil }
    switch (agent, session, client) {
    case (let agent?, nil, nil): return .agent(agent)
    case (nil, let session?, let client?): return .app(session, client: client)
    case (nil, let session?, nil): return .person(session)
    case (_, nil, _), (_?, _?, _): return nil
    }
  }

  private func proposal(_ id: ActionID) -> ActionProposal? {
    guard let domain = text("domain").flatMap(Domain.init(rawValue:)), let name = text("name"),
      let contract = ActionTable.action(name, in: domain)
    else { return nil }
    var precondition: ActionPrecondition?
    if let ref = text("requiredRef") {
      guard let ref = RecordID(ref), case .integer(let version) = members["requiredVersion"],
        (0...SyncLimits.stampMax).contains(version)
      else { return nil }
      precondition = ActionPrecondition(ref, Version(version))
    }
    do throws(ContractViolation) {
      return try ActionProposal.checked(
        id, of: contract, parameters: parameters, precondition: precondition)
    } catch { return nil }
  }

  /// Nil where they are missing, too many, or one of them is no record of the domain.
  private func refs(in domain: Domain) -> [RecordID]? {
    guard case .array(let nodes) = members["refs"], nodes.count <= ActionLimits.refsMax else {
      return nil
    }
    let refs = nodes.compactMap { node -> RecordID? in
      guard case .string(let text) = node.value, let ref = RecordID(text) else { return nil }
      return ContractTable.allows(ref, in: domain) ? ref : nil
    }
    return refs.count == nodes.count ? refs : nil
  }

  /// Nil for a member that is not what it should be; `.some(nil)` where there is none.
  private func optional<Value>(_ key: String, _ read: (String) -> Value?) -> Value?? {
    guard members[key] != nil else { return .some(nil) }
    guard let value = text(key).flatMap(read) else { return nil }
    return .some(value)
  }

  private func text(_ key: String) -> String? {
    if case .string(let text) = members[key] { text } else { nil }
  }

  private func time(_ key: String) -> Int64? { text(key).flatMap(ISOTime.milliseconds(of:)) }
}
