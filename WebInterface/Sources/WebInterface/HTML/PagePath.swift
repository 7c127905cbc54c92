import ToolboxHTTP

/// An address within our own site, such as `/days/2026-11-30?view=week#log`.
///
/// Always begins with exactly one `/`, so a browser can read it neither as another site nor as a
/// scheme. What is interpolated is one segment and is percent-encoded:
///
/// ```swift
/// link("Open", to: "/habits/\(habit.id)")
/// ```
public struct PagePath: Sendable, Hashable {
  /// As it stands in `href` and `Location`: printable ASCII.
  public let text: String

  private init(unchecked text: String) {
    self.text = text
  }

  /// A path that came from outside, or nil where it would leave our site.
  ///
  /// Refused: anything that does not begin with one `/` (so `javascript:`, `https:` and `//host`
  /// too), a backslash anywhere, which browsers read as `/`, and every byte that is not a visible
  /// ASCII character or that could end an attribute.
  public init?(received text: String) {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "/"), bytes.dropFirst().first != UInt8(ascii: "/"),
      bytes.allSatisfy(Self.isAllowed)
    else { return nil }
    self.init(unchecked: text)
  }

  /// The path up to `?` or `#`, with neither.
  public var withoutQuery: PagePath {
    PagePath(unchecked: String(text.prefix { $0 != "?" && $0 != "#" }))
  }

  /// The same with one more query item; both parts are percent-encoded.
  public func query(_ name: String, _ value: String) -> PagePath {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let mark = parts[0].contains("?") ? "&" : "?"
    let item = mark + PercentEncoding.encode(name) + "=" + PercentEncoding.encode(value)
    let fragment = parts.count > 1 ? "#" + parts[1] : ""
    return PagePath(unchecked: parts[0] + item + fragment)
  }

  /// The same, ending at the element of this id.
  public func fragment(_ id: String) -> PagePath {
    PagePath(unchecked: text.prefix { $0 != "#" } + "#" + PercentEncoding.encode(id))
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: "|"), UInt8(ascii: "^"):
      false
    default: (33...126).contains(byte)
    }
  }
}

extension PagePath: ExpressibleByStringInterpolation {
  /// - Precondition: the literal is a path as in ``init(received:)``.
  public init(stringLiteral text: String) {
    guard let path = PagePath(received: text) else {
      preconditionFailure("not a path within our site: \(text)")
    }
    self = path
  }

  public init(stringInterpolation: StringInterpolation) {
    let parts = stringInterpolation.text
    precondition(parts.hasPrefix("/"), "a path begins with /: \(parts)")
    // An empty value right after the first "/" would leave "//", which is another site.
    self.init(stringLiteral: "/" + parts.drop { $0 == "/" })
  }

  public struct StringInterpolation: StringInterpolationProtocol {
    var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    /// One segment; a `/` within it is encoded.
    public mutating func appendInterpolation(_ segment: some StringProtocol) {
      text += PercentEncoding.encode(String(segment))
    }

    public mutating func appendInterpolation(_ number: some BinaryInteger) {
      text += String(number)
    }
  }
}
