import PersonalSyncKit
import ToolboxJSON

/// Where a store's secrets are, as its file says.
///
///     {"sessions":[…]}                     here; with none, it is not decided
///     {"keyring":"/org/…/login"}           in that collection of the keyring
///     {"sessions":[…],"leftIn":"/org/…"}   here, and those in that collection are to be removed
enum SecretPlace {
  case file(StoredSecrets, leftIn: String?)
  case keyring(String)

  static var undecided: SecretPlace { .file(StoredSecrets(), leftIn: nil) }

  var collection: String? {
    guard case .keyring(let collection) = self else { return nil }
    return collection
  }

  var isUndecided: Bool {
    guard case .file(let secrets, nil) = self else { return false }
    return secrets.isEmpty
  }

  init(json: [UInt8]) throws(TokenStoreError) {
    let node: JSONNode
    do { node = try JSONNode.parse(json) } catch { throw .unreadable }
    if case .string(let collection) = node["keyring"]?.value {
      self = .keyring(collection)
      return
    }
    var left: String?
    if case .string(let collection) = node["leftIn"]?.value { left = collection }
    self = .file(try StoredSecrets(json: json), leftIn: left)
  }

  var json: [UInt8] {
    switch self {
    case .file(let secrets, nil): secrets.json
    case .file(let secrets, let left?):
      JSONWriter.write { json in
        json.object { json in
          secrets.writeMembers(to: &json)
          json.member("leftIn", left)
        }
      }
    case .keyring(let collection):
      JSONWriter.write { json in json.object { json in json.member("keyring", collection) } }
    }
  }
}
