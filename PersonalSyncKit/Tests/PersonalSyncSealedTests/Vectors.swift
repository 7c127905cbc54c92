import Foundation
import HubContracts
import PersonalSyncSealed
import Testing
import ToolboxCrypto
import ToolboxJSON

/// docs/protocol/sealed-vectors.json, which Python's `cryptography` computed.
struct Vectors {
  private let node: JSONNode

  private static let protocolFolder = URL(filePath: #filePath)
    .appending(path: "../../../../docs/protocol").standardizedFileURL

  init() throws {
    let file = Self.protocolFolder.appending(path: "sealed-vectors.json")
    node = try JSONNode.parse(Array(try Data(contentsOf: file)))
  }

  private init(_ node: JSONNode) { self.node = node }

  /// The first cell of each row of a table of docs/protocol/sealed.md that is code.
  static func codesOnThePage() throws -> [String] {
    try String(
      contentsOf: protocolFolder.appending(path: "sealed.md"), encoding: .utf8
    ).split(separator: "\n").compactMap { line in
      guard line.hasPrefix("| `") else { return nil }
      return line.dropFirst(3).split(separator: "`").first.map(String.init)
    }
  }

  func has(_ key: String) -> Bool { node[key] != nil }

  func all(_ key: String) throws -> [Vectors] {
    guard case .array(let nodes) = node[key]?.value else { throw Missing(key: key) }
    return nodes.map(Vectors.init)
  }

  func one(_ key: String) throws -> Vectors {
    guard let node = node[key] else { throw Missing(key: key) }
    return Vectors(node)
  }

  func text(_ key: String) throws -> String {
    guard case .string(let text) = node[key]?.value else { throw Missing(key: key) }
    return text
  }

  func texts(_ key: String) throws -> [String] {
    try all(key).map { element in
      guard case .string(let text) = element.node.value else { throw Missing(key: key) }
      return text
    }
  }

  func number(_ key: String) throws -> Int64 {
    guard case .integer(let number) = node[key]?.value else { throw Missing(key: key) }
    return number
  }

  func bytes(_ key: String) throws -> [UInt8] { try #require(Hex.decode(try text(key))) }

  struct Missing: Error { let key: String }
}

extension Vectors {
  var root: RootKey {
    get throws { try #require(RootKey(secret: SecretBytes(try bytes("root")))) }
  }

  /// The scope of the whole file, in which a refusal may name another hub, account or domain.
  func scope(of whole: Vectors) throws -> SealingScope {
    let usual = try whole.one("scope")
    func name(_ key: String) throws -> String { try has(key) ? text(key) : usual.text(key) }
    return SealingScope(
      hub: try #require(HubID(try name("hub"))),
      account: try #require(AccountID(try name("account"))),
      domain: try #require(Domain(rawValue: try name("domain"))))
  }

  var epoch: KeyEpoch {
    get throws { try #require(KeyEpoch(UInt32(try number("epoch")))) }
  }

  var place: RecordPlace {
    get throws {
      RecordPlace(
        record: try #require(RecordID(try text("record"))), type: try text("type"),
        modifiedAt: Stamp(milliseconds: try number("modifiedAt")))
    }
  }

  var detail: [UInt8] {
    get throws {
      guard has("repeat") else { return Array(try text("detail").utf8) }
      return Array(String(repeating: try text("repeat"), count: Int(try number("times"))).utf8)
    }
  }

  func device(_ id: String) throws -> DeviceKeys {
    let device = try #require(try all("devices").first { try $0.text("device") == id })
    return DeviceKeys(
      device: try #require(DeviceID(id)),
      signing: try #require(SigningKey(seed: try device.bytes("signing"))),
      agreement: try #require(
        AgreementKey(secret: SecretBytes(try device.bytes("agreement")))))
  }
}

/// Gives out bytes that were laid out before, and no others.
final class GivenBytes: RandomBytes, @unchecked Sendable {
  // Safe because each lives in one test.
  private var given: [[UInt8]]

  init(_ given: [UInt8]...) { self.given = given }

  func bytes(_ count: Int) -> [UInt8] {
    precondition(given.first?.count == count, "other bytes are asked for than were given")
    return given.removeFirst()
  }
}
