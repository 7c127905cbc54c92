import HubContracts

/// What a password must be where it is the only factor (SIGN-12, SIGN-13).
///
/// No rule of composition, no expiry; pasting is welcome.
public enum PasswordRule {
  public static let charactersMin = 15
  public static let bytesMax = 1_024
  /// Different characters that must be left once everything that a guesser tries first is taken out.
  static let ownCharactersMin = 5

  public enum Problem: Sendable, Equatable { case tooShort, tooLong, guessable }

  /// The bytes that are hashed: NFC and nothing else (the profile OpaqueString of RFC 8265).
  public static func bytes(of password: String) -> [UInt8] {
    Array(PersonText.normalised(password).utf8)
  }

  /// Why the password of an account of that name is not taken; nil where it is.
  public static func problem(with password: String, accountName: String) -> Problem? {
    let text = PersonText.normalised(password)
    guard text.utf8.count <= bytesMax else { return .tooLong }
    guard text.unicodeScalars.count >= charactersMin else { return .tooShort }
    var rest = text.lowercased()
    let nameParts = accountName.lowercased().split { !$0.isLetter }.map(String.init)
    for word in nameParts.filter({ $0.count > 1 }) + wornWords {
      rest = rest.split(separator: word).joined(separator: " ")
    }
    let own = Set(rest.filter { $0.isLetter || $0.isNumber || $0.isSymbol })
    return own.count < ownCharactersMin ? .guessable : nil
  }

  /// Longest first, so that a word inside another does not hide it.
  private static let wornWords =
    (Fleet.products.flatMap { [$0.name, $0.title.lowercased()] } + [
      "hub", "localhost", "password", "passphrase", "secret", "letmein", "welcome", "iloveyou",
      "admin", "qwertyuiop", "qwerty", "asdfghjkl", "zxcvbnm", "correcthorsebatterystaple",
      "correct horse battery staple", "abcdefghijklmnopqrstuvwxyz", "abcdef", "1234567890",
      "123456", "098765", "987654",
    ]).sorted { $0.count > $1.count }
}
