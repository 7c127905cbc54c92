import HubCore
import HubHTTP
import WebInterface

extension HubPages.Parts {
  /// For whom passkeys are made at the name by which this request came; nil where there can be none.
  ///
  /// Browsers make passkeys for a host's name over TLS or on this machine, never for an address in
  /// digits; and only the Hub's first name is used, so that no passkey is tied to a passing one.
  func relyingParty(of routed: RoutedRequest) -> RelyingParty? {
    let origin = address.primary
    guard routed.origin == origin, let host = origin.nameForPasskeys else { return nil }
    return RelyingParty(id: host, origin: origin.text)
  }
}

extension SiteOrigin {
  /// The host without its port, where browsers make passkeys for it.
  var nameForPasskeys: String? {
    let host = String(authority.prefix { $0 != ":" })
    let isAddress = authority.hasPrefix("[") || host.allSatisfy { $0.isNumber || $0 == "." }
    let isLocal = host == "localhost" || host.hasSuffix(".localhost")
    return isAddress || !isTLS && !isLocal ? nil : host
  }
}
