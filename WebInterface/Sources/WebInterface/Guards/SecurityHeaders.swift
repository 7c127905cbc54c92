import ToolboxHTTP

/// The headers that keep a page to itself: no foreign script, frame, form target or reader.
public struct SecurityHeaders: Sendable {
  /// Whether people reach the site over TLS, so that browsers may be told to insist on it.
  public let isOverTLS: Bool
  /// The name of the one Trusted Types policy that the site's scripts may make; nil for none.
  ///
  /// Needed only to register a service worker, whose address browsers count as a script sink.
  public let trustedTypesPolicy: String?

  public init(isOverTLS: Bool, trustedTypesPolicy: String? = nil) {
    self.isOverTLS = isOverTLS
    self.trustedTypesPolicy = trustedTypesPolicy
  }

  /// Of pages and of everything else that depends on who asks: nothing is kept in any cache.
  public var ofPages: HTTPHeaders {
    var headers: HTTPHeaders = [
      "Content-Security-Policy": contentSecurityPolicy,
      "Cache-Control": "no-store",
      "Vary": "Sec-Fetch-Site, Origin, Cookie, Authorization",
    ]
    for field in Self.ofAssets.fields { headers.add(field.name, field.value) }
    if isOverTLS {
      headers.add("Strict-Transport-Security", "max-age=63072000; includeSubDomains")
    }
    return headers
  }

  /// Of files that are the same for everybody.
  ///
  /// The referrer policy is not `no-referrer`: browsers would then send `Origin: null` with our own
  /// forms, and ``CrossSiteGuard`` could not tell them from a stranger's.
  public static let ofAssets: HTTPHeaders = [
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": permissionsPolicy,
  ]

  /// Sets every header of ``ofPages``; what the response already says under such a name stays,
  /// so that a route may allow caching or add a cookie.
  public func add(to response: inout HTTPResponse) {
    for field in ofPages.fields where response.headers[field.name] == nil {
      response.headers.add(field.name, field.value)
    }
  }

  private var contentSecurityPolicy: String {
    let sources = [
      "script-src", "style-src", "img-src", "font-src", "connect-src", "manifest-src",
      "worker-src", "form-action",
    ]
    return
      (["default-src 'none'"] + sources.map { "\($0) 'self'" } + [
        "base-uri 'none'", "frame-ancestors 'none'", "object-src 'none'",
        "require-trusted-types-for 'script'", "trusted-types \(trustedTypesPolicy ?? "'none'")",
      ]).joined(separator: "; ")
  }

  private static let permissionsPolicy =
    ([
      "publickey-credentials-get=(self)", "publickey-credentials-create=(self)",
    ]
    + [
      "accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "geolocation",
      "gyroscope", "hid", "idle-detection", "magnetometer", "microphone", "midi",
      "payment", "serial", "usb", "xr-spatial-tracking",
    ].map { "\($0)=()" }).joined(separator: ", ")
}
