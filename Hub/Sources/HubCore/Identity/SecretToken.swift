import ToolboxCrypto

/// A secret that the Hub gave out: 256 random bits in a form that log scanners recognise (SES-01).
///
/// `hub_<kind>1_`, 43 characters of base64url, and 6 of a CRC-32 over what stands before them. Only
/// ``hash`` is ever stored. Never printed.
public struct SecretToken: Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    /// A browser's session, in its cookie.
    case web = "hub_w1_"
    /// A device's session, its bearer.
    case device = "hub_n1_"
    /// Ends one device session and can do nothing else (SES-07).
    case revoke = "hub_r1_"
    /// Fetches the session of one device grant.
    case deviceCode = "hub_d1_"
    /// Leads from a browser to an app's session.
    case authorizationCode = "hub_a1_"
    /// Makes the owner's account.
    case setup = "hub_s1_"
    /// Makes one more account.
    case invitation = "hub_i1_"
    /// Sets a new password, for who can run commands where the Hub is.
    case recovery = "hub_c1_"
    /// Lets a program look at what its person sees.
    case agent = "hub_m1_"
  }

  public let kind: Kind
  /// The secret itself; for the client only.
  public let text: String

  public init(_ kind: Kind, random: some RandomBytes) {
    self.kind = kind
    text = SecretText.make(prefix: kind.rawValue, random: random)
  }

  /// The token written as `text`; nil where it is not one of this kind, whole and without a typing
  /// error.
  public init?(_ kind: Kind, text: String) {
    guard SecretText.isWhole(text, prefix: kind.rawValue) else { return nil }
    self.kind = kind
    self.text = text
  }

  /// What is stored in its place; a search by it tells nothing about the token by its time (SES-02).
  public var hash: TokenHash { TokenHash(of: text) }
}

extension SecretToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "SecretToken(redacted)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// SHA-256 of a token's text.
public struct TokenHash: Sendable, Hashable {
  /// Exactly 32 bytes.
  public let bytes: [UInt8]

  public init(of text: String) { bytes = SHA256.hash(text.utf8) }

  /// As a client writes it, in base64url.
  public init?(base64URL text: String) {
    guard let bytes = Base64URL.decode(text) else { return nil }
    self.init(bytes: bytes)
  }

  /// Nil unless there are exactly 32 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == SHA256.byteCount else { return nil }
    self.bytes = bytes
  }
}
