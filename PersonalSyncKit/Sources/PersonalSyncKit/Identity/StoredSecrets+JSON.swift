import HubContracts
import PersonalSyncSealed
import ToolboxCrypto
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
    guard let kept = node["keys"] else { return }
    guard case .array(let entries) = kept.value else { throw .unreadable }
    for entry in entries {
      guard let key = DomainKey(entry) else { throw .unreadable }
      keys.append(key)
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
        writeMembers(to: &json)
      }
    }
  }

  /// Writes the members of the object that holds them.
  package func writeMembers(to json: inout JSONWriter) {
    json.member("sessions") { json in
      json.array(sessions) { json, secrets in secrets.write(to: &json) }
    }
    guard !keys.isEmpty else { return }
    json.member("keys") { json in json.array(keys) { json, key in key.write(to: &json) } }
  }
}

extension DomainKey {
  fileprivate init?(_ node: JSONNode) {
    guard let hub = node["hub"]?.text.flatMap(HubID.init(_:)),
      let account = node["account"]?.text.flatMap(AccountID.init(_:)),
      let domain = node["domain"]?.text.flatMap(Domain.init(rawValue:)),
      let number = node["epoch"]?.integer.flatMap(UInt32.init(exactly:)),
      let epoch = KeyEpoch(number),
      var secret = node["key"]?.text.flatMap({ Base64URL.decode($0) }),
      secret.count == Self.byteCount
    else { return nil }
    defer { secret.wipe() }
    self.init(
      scope: SealingScope(hub: hub, account: account, domain: domain), epoch: epoch,
      secret: SecretBytes(secret))
  }

  fileprivate func write(to json: inout JSONWriter) {
    var bytes = secret.copied()
    defer { bytes.wipe() }
    json.object { json in
      json.member("hub", scope.hub.description)
      json.member("account", scope.account.description)
      json.member("domain", scope.domain.rawValue)
      json.member("epoch", Int64(epoch.number))
      json.member("key", Base64URL.encode(bytes))
    }
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
