import ToolboxJSON

/// How much of a store's sync waits for its person: two numbers, and no word of what it is about.
///
/// Source: docs/protocol/sync.md, "What waits for a person".
public struct AttentionCounts: Sendable, Equatable {
  /// Where it is told, with PUT.
  public static let path = "/v1/session/attention"
  /// Of a pull's answer: what the Hub has been told of the session that asks, where anything waits.
  public static let header = "Hub-Attention"
  /// What is more is told as this many.
  public static let countMax: Int64 = 1_000
  public static let nothing = AttentionCounts(conflicts: 0, quarantined: 0)

  /// Records of which two edits are kept until the person has chosen.
  public let conflicts: Int64
  /// Changes that the Hub refused, and those that the store's program cannot read.
  public let quarantined: Int64

  /// Each is brought into 0…``countMax``.
  public init(conflicts: Int64, quarantined: Int64) {
    self.conflicts = min(max(conflicts, 0), Self.countMax)
    self.quarantined = min(max(quarantined, 0), Self.countMax)
  }

  /// What waits in both; no more than ``countMax`` of each.
  public static func + (one: Self, other: Self) -> Self {
    AttentionCounts(
      conflicts: one.conflicts + other.conflicts, quarantined: one.quarantined + other.quarantined)
  }

  public var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("conflicts", conflicts)
        json.member("quarantined", quarantined)
      }
    }
  }

  public static func read(_ bytes: [UInt8]) throws(RequestRefusal) -> AttentionCounts {
    var (conflicts, quarantined): (Int64?, Int64?)
    do throws(JSONError) {
      try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
        try scanner.object { (scanner, key) throws(JSONError) in
          switch key {
          case "conflicts": conflicts = try scanner.integer(in: 0...countMax)
          case "quarantined": quarantined = try scanner.integer(in: 0...countMax)
          default: throw JSONError(.unknownKey, at: scanner.position)
          }
        }
      }
      guard let conflicts, let quarantined else { throw JSONError(.missingKey, at: 0) }
      return AttentionCounts(conflicts: conflicts, quarantined: quarantined)
    } catch { throw RequestRefusal(error) }
  }

  /// As in ``header``: "2 1" for two conflicts and one that is quarantined.
  public var text: String { "\(conflicts) \(quarantined)" }

  /// What a header says; nil for anything that no Hub writes.
  public init?(text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, let conflicts = Int64(words[0]), let quarantined = Int64(words[1])
    else { return nil }
    self.init(conflicts: conflicts, quarantined: quarantined)
    guard self.text == text else { return nil }
  }
}
