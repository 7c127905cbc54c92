extension HTML {
  /// The UTF-8 to send, without a doctype.
  public var bytes: [UInt8] {
    var writer = HTMLWriter()
    writer.write(self)
    return writer.bytes
  }

  /// The same as ``bytes``, for logs of tests and for reading.
  public var markup: String {
    String(decoding: bytes, as: UTF8.self)
  }
}

/// Writes a tree as bytes; the one place where escaping happens.
struct HTMLWriter {
  private(set) var bytes: [UInt8] = []

  /// Elements without an end tag.
  ///
  /// Their children are never written.
  private static let voidElements: Set<String> = [
    "br", "hr", "img", "input", "link", "meta", "wbr",
  ]

  /// Elements in which a browser drops a leading line break, so that one must be added.
  private static let lineBreakEaters: Set<String> = ["pre", "textarea"]

  private enum Context {
    case text
    case attribute
  }

  mutating func write(_ html: HTML) {
    switch html.node {
    case .text(let text):
      write(text, in: .text)
    case .group(let pieces):
      for piece in pieces { write(piece) }
    case .element(let name, let attributes, let children):
      writeElement(name, attributes, children)
    }
  }

  mutating func writeDoctype() {
    write(markup: "<!doctype html>\n")
  }

  private mutating func writeElement(
    _ name: String, _ attributes: [Attribute], _ children: [HTML]
  ) {
    write(markup: "<\(name)")
    for attribute in Attribute.merged(attributes) { write(attribute) }
    write(markup: ">")
    if Self.voidElements.contains(name) { return }
    if Self.lineBreakEaters.contains(name) { write(markup: "\n") }
    for child in children { write(child) }
    write(markup: "</\(name)>")
  }

  private mutating func write(_ attribute: Attribute) {
    guard let value = attribute.value else { return }
    write(markup: " \(attribute.name)")
    if case .text(let text) = value {
      write(markup: "=\"")
      write(text, in: .attribute)
      write(markup: "\"")
    }
  }

  /// Writes text so that it means itself.
  ///
  /// Control characters have no meaning on a page, and browsers drop a NUL, which could join what
  /// was apart; each becomes U+FFFD. Single bytes suffice: every byte of a longer UTF-8 sequence
  /// is over 127.
  private mutating func write(_ text: String, in context: Context) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): write(markup: "&amp;")
      case UInt8(ascii: "<"): write(markup: "&lt;")
      case UInt8(ascii: ">"): write(markup: "&gt;")
      case UInt8(ascii: "\"") where context == .attribute: write(markup: "&quot;")
      case UInt8(ascii: "'") where context == .attribute: write(markup: "&#39;")
      case UInt8(ascii: "\r"): write(markup: "&#13;")
      case UInt8(ascii: "\t"), UInt8(ascii: "\n"): bytes.append(byte)
      case 0..<32, 127: write(markup: "\u{FFFD}")
      default: bytes.append(byte)
      }
    }
  }

  private mutating func write(markup: String) {
    bytes.append(contentsOf: markup.utf8)
  }
}
