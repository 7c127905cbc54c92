import HubContracts

/// A person's account at this Hub.
public struct Account: Sendable, Hashable {
  public static let nameCharactersMax = 40

  public let id: AccountID
  public let number: AccountNumber
  /// What the person calls it, and signs in with; 1…40 characters.
  public let name: String
  /// An IANA name; "today" is one day for all of the account's devices.
  public let timeZone: String

  public init(id: AccountID, number: AccountNumber, name: String, timeZone: String) {
    self.id = id
    self.number = number
    self.name = name
    self.timeZone = timeZone
  }
}

/// A name that a person gives on the Hub's own page: an account's, or a device's.
public struct DisplayName: Sendable, Hashable {
  public static let charactersMax = Account.nameCharactersMax

  /// In NFC, without space at its ends; 1…40 characters, none of them a control character.
  public let text: String

  public enum Problem: Error, Sendable, Equatable { case missing, tooLong, unprintable }

  public init(_ typed: String) throws(Problem) {
    let text = PersonText.normalised(PersonText.trimmed(typed))
    guard !text.isEmpty else { throw .missing }
    // Bytes too: one character can be a letter under any number of marks.
    guard text.count <= Self.charactersMax, text.utf8.count <= 4 * Self.charactersMax else {
      throw .tooLong
    }
    guard text.unicodeScalars.allSatisfy(PersonText.isPrintable) else { throw .unprintable }
    self.text = text
  }

  /// What two names that people take for the same have in common.
  public var key: String { text.lowercased() }

  /// The ``key`` of what somebody typed as a name; nil for what nothing can be called.
  static func key(ofTyped text: String) -> String? {
    do throws(Problem) { return try DisplayName(text).key } catch { return nil }
  }
}
