/// What a person allows or asks for as they connect.
public struct ConnectionTerms: Sendable {
  /// A Hub on another machine may be spoken to without TLS.
  public var allowsPlainHTTP: Bool
  /// The session's secrets go to a file, and those in a keyring come out of it.
  public var keepsSecretsInFile: Bool

  public init(allowsPlainHTTP: Bool = false, keepsSecretsInFile: Bool = false) {
    self.allowsPlainHTTP = allowsPlainHTTP
    self.keepsSecretsInFile = keepsSecretsInFile
  }
}
