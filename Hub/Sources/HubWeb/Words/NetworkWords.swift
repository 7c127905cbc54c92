import HubCore

/// Where a request came from, as far as the Hub keeps it.
struct NetworkWords {
  let kept: String

  /// A ``NetworkPrefix/kept``.
  init(_ kept: String) { self.kept = kept }

  var text: String { isThisMachine ? "This machine" : isKnown ? kept : "Not known" }

  /// Whether an app and a browser are on one network, as far as that is known.
  ///
  /// A machine reaches itself by two addresses, and they are one network.
  func isSame(as other: NetworkWords) -> Bool {
    isKnown && other.isKnown && (kept == other.kept || isThisMachine && other.isThisMachine)
  }

  private var isKnown: Bool { kept != NetworkPrefix.unknown.kept }

  private var isThisMachine: Bool { Self.loopback.contains(kept) }

  private static let loopback = Set(
    ["127.0.0.1", "::1"].map { NetworkPrefix(peer: $0).kept })
}
