import HubContracts
import ToolboxCrypto

/// An app's wish to be connected, which waits for a person to decide (RFC 8628).
public struct DeviceGrant: Sendable, Equatable {
  /// Ten minutes (SIGN-20).
  public static let lifeMilliseconds = 10 * Milliseconds.minute
  /// Waiting at once, of all accounts.
  public static let pendingMax = 20
  /// Waiting at once, of one network: strangers cannot take all the places.
  public static let pendingOfNetworkMax = 5

  public let userCode: UserCode
  /// A product of the ``Fleet``.
  public let client: String
  public let document: DocumentID
  public let platform: Platform
  /// How many records of the app's store belong to no account yet and would be adopted.
  public let unownedRecords: Int64
  public let requestedAtMilliseconds: Int64
  /// A ``NetworkPrefix/kept``; the page warns where the browser's own differs (SIGN-21).
  public let network: String

  public init(
    userCode: UserCode, client: String, document: DocumentID, platform: Platform,
    unownedRecords: Int64, requestedAtMilliseconds: Int64, network: String
  ) {
    self.userCode = userCode
    self.client = client
    self.document = document
    self.platform = platform
    self.unownedRecords = unownedRecords
    self.requestedAtMilliseconds = requestedAtMilliseconds
    self.network = network
  }

  public var product: Product? { Fleet.product(named: client) }
  /// Enough of the document's id for a person to compare it with the app.
  public var documentShort: String { String(document.description.prefix(8)) }
  public var expiresAtMilliseconds: Int64 { requestedAtMilliseconds + Self.lifeMilliseconds }

  public func isLive(at now: Int64) -> Bool { now < expiresAtMilliseconds }
}

/// What an app asks for; every value is of a closed kind (SIGN-20…23).
public struct DeviceGrantRequest: Sendable {
  public static let unownedRecordsMax: Int64 = 1_000_000_000

  public let client: Product
  public let document: DocumentID
  public let challenge: CodeChallenge
  public let platform: Platform
  /// 0…``unownedRecordsMax``.
  public let unownedRecords: Int64

  public init(
    client: Product, document: DocumentID, challenge: CodeChallenge, platform: Platform,
    unownedRecords: Int64
  ) {
    self.client = client
    self.document = document
    self.challenge = challenge
    self.platform = platform
    self.unownedRecords = unownedRecords
  }
}

/// SHA-256 of a secret that the app keeps, so that a stolen device code is worth nothing (RFC 7636).
public struct CodeChallenge: Sendable, Equatable {
  /// Exactly 32 bytes.
  public let bytes: [UInt8]

  /// Nil unless `text` is base64url of 32 bytes.
  public init?(_ text: String) {
    guard text.utf8.count == 43, let bytes = Base64URL.decode(text) else { return nil }
    self.init(bytes: bytes)
  }

  public init?(bytes: [UInt8]) {
    guard bytes.count == SHA256.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Whether `verifier` is the secret; false for one that RFC 7636 does not allow.
  public func isAnswered(by verifier: String) -> Bool {
    (43...128).contains(verifier.utf8.count)
      && constantTimeEquals(SHA256.hash(verifier.utf8), bytes)
  }
}
