/// The name of a record inside its domain: a UUID, `<type>-<UUID>` or `summary-YYYY-MM-DD`.
public struct RecordID: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let description: String

  /// Nil for any other shape, so that no free text travels as an id.
  public init?(_ text: String) {
    guard text.utf8.count <= 80, Self.isValid(Substring(text)) else { return nil }
    description = text
  }

  /// The record of a type that has one UUID of its own.
  public init(type: String, uuid: String) {
    guard let id = RecordID("\(type)-\(uuid)") else {
      preconditionFailure("a record type is ASCII letters and its id a lower-case UUID")
    }
    self = id
  }

  /// The day summary of `day`.
  public static func summary(_ day: Day) -> RecordID {
    guard let id = RecordID("summary-\(day)") else {
      preconditionFailure("a day outside 0001…9999 has no summary")
    }
    return id
  }

  /// The day that a summary's id names; nil for any other record.
  public var summaryDay: Day? {
    description.hasPrefix("summary-") ? Day(String(description.dropFirst(8))) : nil
  }

  public static func < (left: RecordID, right: RecordID) -> Bool {
    left.description < right.description
  }

  private static func isValid(_ text: Substring) -> Bool {
    if Identifier<Named.Document>(text: text.utf8) != nil { return true }
    guard let hyphen = text.firstIndex(of: "-") else { return false }
    let type = text[..<hyphen]
    let rest = text[text.index(after: hyphen)...]
    if type == "summary" { return Day(String(rest)) != nil }
    let isName =
      !type.isEmpty && type.utf8.count <= 32 && type.allSatisfy { $0.isASCII && $0.isLetter }
    return isName && Identifier<Named.Document>(text: rest.utf8) != nil
  }
}
