/// The bounds of the protocol; `GET /v1/limits` answers them.
public enum SyncLimits {
  public static let mutationsPerPushMax = 100
  public static let pushBytesMax = 1_000_000
  public static let changesPerPageMax = 500
  public static let pageBytesMax = 1_000_000
  public static let replayPagesMax = 100
  /// Text of a sealed detail: 64 KiB of padding in base64 with its prefix and overhead.
  public static let sealedCharactersMax = 90_000
  public static let protocolVersions = [1, 2]
  /// An id or idempotency key as a client may send it; longer ones cannot even be answered.
  public static let clientIDCharactersMax = 200
  /// How long the Hub remembers a deletion.
  public static let tombstoneDays = 180
  /// Latest stamp, milliseconds since 1970: the last number that every JSON reader holds exactly.
  public static let stampMax: Int64 = 1 << 53
}
