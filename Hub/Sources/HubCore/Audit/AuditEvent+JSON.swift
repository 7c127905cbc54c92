import HubContracts
import ToolboxJSON

/// An event in the bytes that its commitment is made of.
///
/// The bytes are kept as they were first written, so a later Hub that writes more members still
/// checks what an older one wrote (docs/protocol/audit.md, "Events").
extension AuditEvent {
  public var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("event", "hub-audit-v1")
        json.member("at", atMilliseconds)
        switch self {
        case .security(let event): Self.write(event, to: &json)
        case .action(let event): Self.write(event, to: &json)
        case .keeping(let event): Self.write(event, to: &json)
        }
      }
    }
  }

  private static func write(_ event: SecurityEvent, to json: inout JSONWriter) {
    json.member("security", event.kind.rawValue)
    json.member("network", event.network)
    if let method = event.method { json.member("method", method.rawValue) }
    if let client = event.client { json.member("client", client) }
    if let session = event.session { json.member("session", session.description) }
    if let scope = event.scope { json.member("scope", scope.description) }
  }

  private static func write(_ event: ActionEvent, to json: inout JSONWriter) {
    json.member("action", event.action.description)
    json.member("state", event.state.rawValue)
    json.member("domain", event.name.domain.rawValue)
    json.member("name", event.name.action)
    if let session = event.session { json.member("session", session.description) }
    if let agent = event.agent { json.member("agent", agent.description) }
    if let refusal = event.refusal { json.member("refusal", refusal.rawValue) }
  }

  private static func write(_ event: KeepingEvent, to json: inout JSONWriter) {
    json.member("keeping", event.kind.rawValue)
    if let epoch = event.epoch { json.member("epoch", epoch.number) }
    if let client = event.client { json.member("client", client) }
  }

  /// The event that these bytes say; nil for a kind that this Hub does not know, and for bytes that
  /// no Hub wrote.
  public init?(json bytes: [UInt8]) {
    let node: JSONNode
    do throws(JSONError) { node = try JSONNode.parse(bytes) } catch { return nil }
    guard node.text("event") == "hub-audit-v1", let at = node.integer("at") else { return nil }
    let session = node.text("session").flatMap(SessionID.init)
    if let kind = node.text("security") {
      guard let kind = SecurityEvent.Kind(rawValue: kind), let network = node.text("network")
      else { return nil }
      self = .security(
        SecurityEvent(
          kind, atMilliseconds: at, network: network,
          method: node.text("method").flatMap(SecurityEvent.Method.init),
          client: node.text("client"),
          session: session, scope: node.text("scope").flatMap(SharingScope.init)))
    } else if let action = node.text("action") {
      guard let action = ActionID(action),
        let state = node.text("state").flatMap(ActionState.init),
        let domain = node.text("domain").flatMap(Domain.init), let name = node.text("name")
      else { return nil }
      self = .action(
        ActionEvent(
          action, ActionName(domain, name), state, atMilliseconds: at, session: session,
          agent: node.text("agent").flatMap(Agent.ID.init),
          refusal: node.text("refusal").flatMap(ActionRefusal.init)))
    } else if let kind = node.text("keeping").flatMap(KeepingEvent.Kind.init) {
      self = .keeping(
        KeepingEvent(
          kind, atMilliseconds: at, epoch: node.integer("epoch").map(Epoch.init),
          client: node.text("client")))
    } else {
      return nil
    }
  }
}

extension JSONNode {
  fileprivate func text(_ key: String) -> String? {
    guard case .string(let text) = self[key]?.value else { return nil }
    return text
  }

  fileprivate func integer(_ key: String) -> Int64? {
    guard case .integer(let integer) = self[key]?.value else { return nil }
    return integer
  }
}
