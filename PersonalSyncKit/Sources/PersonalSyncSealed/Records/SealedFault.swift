/// Why a detail was not sealed or not opened.
///
/// Nothing was changed. What was not opened is kept as it came: another key, or a newer program, may
/// open it. Source: docs/protocol/sealed.md, "4.3 Opening".
public enum SealedFault: Error, Equatable, Sendable, CaseIterable {
  /// Never sealed by us: no text or envelope of ours.
  case notSealed
  /// A newer program made it; after an upgrade it may open.
  case otherVersion
  /// More than any detail may be. The same call can never succeed.
  case tooLarge
  /// Cut off, or lengthened.
  case wrongLength
  /// Sealed in another epoch: the key of that one is needed.
  case otherEpoch
  /// Sealed with another key, or salt or commitment were changed since.
  case wrongKey
  /// Sealed with this key for another record, type or time, or changed since.
  case otherRecord
  /// Sealed with this key for this place, and not as we do it.
  case malformedDetail

  public var code: String {
    switch self {
    case .notSealed: "sealed.not_sealed"
    case .otherVersion: "sealed.other_version"
    case .tooLarge: "sealed.too_large"
    case .wrongLength: "sealed.wrong_length"
    case .otherEpoch: "sealed.other_epoch"
    case .wrongKey: "sealed.wrong_key"
    case .otherRecord: "sealed.other_record"
    case .malformedDetail: "sealed.malformed_detail"
    }
  }
}
