/// The name of a record inside its domain: a UUID, `<type>-<UUID>` or `summary-YYYY-MM-DD`.
///
/// That the type is one of a contract is checked where the domain is known, by
/// ``ContractTable/allows(_:in:)``.
public struct RecordID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Longest text of an id: a type of 32 letters, a hyphen and a UUID.
  public static let charactersMax = 69

  private static let summaryPrefix = "summary-"

  public let description: String

  /// Nil for any other shape, so that no free text travels as an id.
  public init?(_ text: String) {
    guard Self.isValid(Array(text.utf8)[...]) else { return nil }
    description = text
  }

  init?(utf8 text: ArraySlice<UInt8>) {
    guard Self.isValid(text) else { return nil }
    description = String(decoding: text, as: UTF8.self)
  }

  /// The record of a type that has one UUID of its own.
  public init(type: String, uuid: String) {
    guard let id = RecordID("\(type)-\(uuid)") else {
      preconditionFailure("a record type is ASCII letters and its id a lower-case UUID")
    }
    self = id
  }

  /// Stands in facts that are still to be filled by reading; names no record.
  static let unset = RecordID(type: "unset", uuid: "00000000-0000-0000-0000-000000000000")

  private init(summaryOf day: Day) { description = "\(Self.summaryPrefix)\(day)" }

  /// The day summary of `day`.
  public static func summary(_ day: Day) -> RecordID { RecordID(summaryOf: day) }

  /// The day that a summary's id names; nil for any other record.
  public var summaryDay: Day? {
    description.hasPrefix(Self.summaryPrefix)
      ? Day(String(description.dropFirst(Self.summaryPrefix.utf8.count))) : nil
  }

  public var isBareUUID: Bool { description.utf8.count == UUIDBits.textLength }

  /// The type that stands before the UUID; nil where there is none.
  public var type: String? {
    let length = description.utf8.count - UUIDBits.textLength - 1
    return length > 0 ? String(description.prefix(length)) : nil
  }

  public static func < (left: RecordID, right: RecordID) -> Bool {
    left.description < right.description
  }

  private static func isValid(_ text: ArraySlice<UInt8>) -> Bool {
    if text.count == UUIDBits.textLength { return UUIDBits(utf8: text) != nil }
    if text.starts(with: summaryPrefix.utf8) {
      return Day(utf8: text.dropFirst(summaryPrefix.utf8.count)) != nil
    }
    let type = text.dropLast(UUIDBits.textLength + 1)
    return !type.isEmpty && text.count <= charactersMax
      && type.allSatisfy { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
      && text.dropFirst(type.count).first == UInt8(ascii: "-")
      && UUIDBits(utf8: text.suffix(UUIDBits.textLength)) != nil
  }
}
