import HubContracts

/// The scalars of the protocol.
///
/// Source: docs/protocol/sync.md, "Ids" and "Times".
extension Schema {
  public static let uuid = Schema.component("UUID", .text(pattern: "^\(uuidPattern)$"))

  public static let recordID = Schema.component(
    "RecordID",
    .text(pattern: "^(\(uuidPattern)|[A-Za-z]{1,32}-\(uuidPattern)|summary-\(dayPattern))$"))

  /// `YYYY-MM-DD`; only days that the calendar has.
  public static let day = Schema.component("Day", .text(pattern: "^\(dayPattern)$"))

  /// A whole minute of UTC.
  public static let minute = Schema.component(
    "Minute", .text(pattern: "^\(dayPattern)T([01][0-9]|2[0-3]):[0-5][0-9]:00Z$"))

  /// A time of the Hub's clock, to the millisecond.
  public static let time = Schema.component(
    "Time",
    .text(pattern: "^\(dayPattern)T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z$"))

  public static let cursor = Schema.component("Cursor", .integer(0...Int64.max - 1))
  public static let version = Schema.component("Version", .integer(0...Int64.max - 1))
  public static let epoch = Schema.component("Epoch", .integer(0...Int64.max))

  /// `v1.` and base64url; opaque to the Hub.
  public static let sealed = Schema.component(
    "Sealed", .text(4...SyncLimits.sealedCharactersMax, pattern: "^v1\\.[A-Za-z0-9_-]+$"))

  /// Base64url of 32 bytes, such as a nonce or a SHA-256.
  public static let hash = Schema.component(
    "Hash", .text(pattern: "^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$"))

  /// Base64url of any length.
  public static let base64URL = Schema.text(pattern: "^[A-Za-z0-9_-]+$")

  /// The members of what waits for a person.
  public static let attention = ["conflicts", "quarantined"].map {
    Property($0, .integer(0...AttentionCounts.countMax))
  }

  public static let digest = Schema.component("ContractsDigest", .text(pattern: "^[0-9a-f]{16}$"))

  private static let uuidPattern = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"

  /// Whether a year has a 29th of February is left to the Hub.
  private static let dayPattern =
    "(0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9]|[1-9][0-9]{3})-"
    + "((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)"
    + "|02-(0[1-9]|1[0-9]|2[0-9]))"
}
