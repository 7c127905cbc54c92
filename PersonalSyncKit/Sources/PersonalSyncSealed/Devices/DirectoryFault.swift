/// Why a directory of devices, or an entry of it, is not taken.
///
/// What this device believed before stays. Source: docs/protocol/sealed.md, "5.1 The directory".
public enum DirectoryFault: Error, Equatable, Sendable, CaseIterable {
  /// Bytes of another form, or more entries than there may be.
  case malformed
  /// Of another hub, account or domain.
  case otherScope
  /// Does not go on from the entry before; made anew on the newest it may be taken.
  case notNext
  /// Not signed by whom it names.
  case badSignature
  /// Whoever signed is not active, or the rules forbid it.
  case notPermitted
  /// Founded by another key than the one that this device trusts.
  case notTrusted
  /// Shorter than what this device has seen, or another before it.
  case rolledBack

  public var code: String {
    switch self {
    case .malformed: "directory.malformed"
    case .otherScope: "directory.other_scope"
    case .notNext: "directory.not_next"
    case .badSignature: "directory.bad_signature"
    case .notPermitted: "directory.not_permitted"
    case .notTrusted: "directory.not_trusted"
    case .rolledBack: "directory.rolled_back"
    }
  }
}
