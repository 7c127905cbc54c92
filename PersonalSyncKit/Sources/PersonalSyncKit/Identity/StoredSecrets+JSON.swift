import HubContracts
import ToolboxJSON

/// How secrets are written, in whichever store.
extension StoredSecrets {
  package init(json: [UInt8]) throws(TokenStoreError) {
    let node: JSONNode
    do { node = try JSONNode.parse(json) } catch { throw .unreadable }
    self.init()
    for entry in try Self.entries(of: node) {
      guard let secrets = SessionSecrets(entry) else { throw .unreadable }
      sessions.append(secrets)
    }
  }

  private static func entries(of node: JSONNode) throws(TokenStoreError) -> [JSONNode] {
    if case .array(let entries) = node["sessions"]?.value { return entries }
    // The first release kept its one session under `current`, beside `revocations`.
    guard case .array = node["revocations"]?.value else { throw .unreadable }
    return [node["current"]].compactMap(\.self)
  }

  package var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("sessions") { json in writeSessions(to: &json) }
      }
    }
  }

  package func writeSessions(to json: inout JSONWriter) {
    json.array(sessions) { json, secrets in secrets.write(to: &json) }
  }
}

extension SessionSecrets {
  fileprivate init?(_ node: JSONNode) {
    guard let session = node["session"]?.text.flatMap(SessionID.init(_:)),
      let bearer = node["bearer"]?.text, let handle = node["revokeHandle"]?.text,
      let origin = node["origin"]?.text, let generation = node["generation"]?.integer
    else { return nil }
    self.init(
      session: session, bearer: bearer, revokeHandle: handle, origin: origin,
      generation: generation, bearerSinceMilliseconds: node["bearerSince"]?.integer ?? 0)
    nextBearer = node["nextBearer"]?.text
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("session", session.description)
      json.member("bearer", bearer)
      if let nextBearer { json.member("nextBearer", nextBearer) }
      json.member("revokeHandle", revokeHandle)
      json.member("origin", origin)
      json.member("generation", generation)
      json.member("bearerSince", bearerSinceMilliseconds)
    }
  }
}

extension JSONNode {
  var text: String? {
    guard case .string(let text) = value else { return nil }
    return text
  }

  var integer: Int64? {
    guard case .integer(let integer) = value else { return nil }
    return integer
  }
}
