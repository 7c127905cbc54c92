/// A piece of a page that cannot carry markup from outside.
///
/// A string becomes text, and text is escaped when it is written; the only way to make an element
/// is a ``Tag`` or a function of this package. There is no raw form, so a name typed by a person
/// can be put anywhere without a thought:
///
/// ```swift
/// p("Signed in as \(strong(account.name)), \(devices.count) devices.")
/// ```
public struct HTML: Sendable, Equatable {
  indirect enum Node: Sendable, Equatable {
    case text(String)
    case element(name: String, attributes: [Attribute], children: [HTML])
    case group([HTML])
  }

  let node: Node

  init(node: Node) {
    self.node = node
  }

  /// Text, shown as it is.
  public init(_ text: some StringProtocol) {
    node = .text(String(text))
  }

  /// Pieces one after another, with nothing between.
  public init(_ pieces: [HTML]) {
    node = .group(pieces)
  }

  /// Nothing at all.
  public static let empty = HTML(node: .group([]))

  /// Whether nothing would be written.
  public var isEmpty: Bool {
    switch node {
    case .text(let text): text.isEmpty
    case .element: false
    case .group(let pieces): pieces.allSatisfy(\.isEmpty)
    }
  }

  static func element(_ name: String, _ attributes: [Attribute], _ children: HTML...) -> HTML {
    HTML(node: .element(name: name, attributes: attributes, children: children))
  }
}

extension HTML: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) {
    self.init(text)
  }

  public init(stringInterpolation: StringInterpolation) {
    self.init(stringInterpolation.pieces)
  }

  /// Lets a sentence hold elements, as in `"See \(link("Devices", to: "/devices"))."`.
  ///
  /// Only text, whole numbers and HTML go in. A value whose description was not meant for people
  /// does not compile here.
  public struct StringInterpolation: StringInterpolationProtocol {
    var pieces: [HTML] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      pieces.reserveCapacity(2 * interpolationCount + 1)
    }

    public mutating func appendLiteral(_ text: String) {
      if !text.isEmpty { pieces.append(HTML(text)) }
    }

    public mutating func appendInterpolation(_ text: some StringProtocol) {
      pieces.append(HTML(text))
    }

    public mutating func appendInterpolation(_ number: some BinaryInteger) {
      pieces.append(HTML(String(number)))
    }

    public mutating func appendInterpolation(_ html: HTML) {
      pieces.append(html)
    }
  }
}

extension DefaultStringInterpolation {
  // Deprecated, because that is an error in all our packages. An unavailable function would be
  // passed over in favour of the one that prints anything.
  @available(*, deprecated, message: "in a String the tags would be shown; make the whole an HTML")
  public mutating func appendInterpolation(_ html: HTML) {
    appendInterpolation(html.markup)
  }
}

/// Collects the pieces in a closure, so that pages read from top to bottom.
@resultBuilder
public enum HTMLBuilder {
  public static func buildExpression(_ html: HTML) -> HTML { html }

  // Generic and disfavoured, so that a literal is HTML and may hold elements.
  @_disfavoredOverload
  public static func buildExpression(_ text: some StringProtocol) -> HTML { HTML(text) }

  public static func buildExpression(_ pieces: [HTML]) -> HTML { HTML(pieces) }

  public static func buildBlock(_ pieces: HTML...) -> HTML {
    pieces.count == 1 ? pieces[0] : HTML(pieces)
  }

  public static func buildOptional(_ html: HTML?) -> HTML { html ?? .empty }

  public static func buildEither(first html: HTML) -> HTML { html }

  public static func buildEither(second html: HTML) -> HTML { html }

  public static func buildArray(_ pieces: [HTML]) -> HTML { HTML(pieces) }
}
