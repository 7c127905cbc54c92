import HubContracts

/// What synchronising has left to the person: nothing of it is lost, and nothing of it is decided.
package struct Matters: Sendable, Equatable {
  /// Two versions of one record that were made without knowledge of each other.
  package struct Conflict: Sendable, Equatable {
    /// The journal's number of it; never used again in this store.
    let number: Int64
    /// What the store shows now, and the side that lost, in words.
    let kept: String
    let aside: String
    /// Whether the side that lost was made on this device.
    let isAsideFromHere: Bool
    let keptAtMilliseconds: Int64
  }

  /// A change that the Hub refused for what it says.
  package struct Refused: Sendable, Equatable {
    let what: String
    /// The Hub's code, and where it named them the field and the rule that was broken.
    let code: String
    let field: String?
    let rule: String?
  }

  /// A record that was deleted here because the Hub no longer held it.
  package struct Trashed: Sendable, Equatable {
    let domain: Domain
    let record: RecordID
    let what: String
    let trashedAtMilliseconds: Int64

    /// What a person types for it: the first eight characters of its UUID.
    var reference: String { String(record.description.suffix(36).prefix(8)) }
  }

  package let conflicts: [Conflict]
  package let refused: [Refused]
  package let trashed: [Trashed]

  var isEmpty: Bool { conflicts.isEmpty && refused.isEmpty && trashed.isEmpty }

  /// The records in the trash whose reference begins with what was typed.
  func trashed(like reference: String) -> [Trashed] {
    trashed.filter { $0.reference.hasPrefix(reference.lowercased()) }
  }
}
