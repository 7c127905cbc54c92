/// Reads markup as a browser does, as far as our pages go: tags, attributes, text, references.
///
/// Written apart from the writer, so that both would have to be wrong in the same way.
struct MiniParser {
  private(set) var tags: [String] = []
  private(set) var attributeNames: [String] = []
  private(set) var attributeValues: [String] = []
  private(set) var texts: [String] = []

  init(_ markup: String) {
    var rest = Array(markup.unicodeScalars)[...]
    while let first = rest.first {
      if first == "<" {
        rest = rest.dropFirst()
        readTag(&rest)
      } else {
        let text = rest.prefix { $0 != "<" }
        rest = rest.dropFirst(text.count)
        texts.append(Self.resolved(text))
      }
    }
  }

  private mutating func readTag(_ rest: inout ArraySlice<Unicode.Scalar>) {
    let name = rest.prefix { $0 != " " && $0 != ">" }
    rest = rest.dropFirst(name.count)
    tags.append(Self.string(name))
    while let next = rest.first, next != ">" {
      rest = rest.drop { $0 == " " }
      let attribute = rest.prefix { $0 != "=" && $0 != " " && $0 != ">" }
      rest = rest.dropFirst(attribute.count)
      attributeNames.append(Self.string(attribute))
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst(2)
      let value = rest.prefix { $0 != "\"" }
      rest = rest.dropFirst(value.count + 1)
      attributeValues.append(Self.resolved(value))
    }
    rest = rest.dropFirst()
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  private static func resolved(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    let references: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'", "#13": "\r",
    ]
    var result = String.UnicodeScalarView()
    var rest = scalars
    while let scalar = rest.first {
      rest = rest.dropFirst()
      let name = rest.prefix { $0 != ";" }
      if scalar == "&", let meant = references[string(name)] {
        result.append(meant)
        rest = rest.dropFirst(name.count + 1)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}

extension String {
  /// As a page shows it: control characters without a meaning there become U+FFFD.
  var withoutControls: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          let isControl = scalar.value < 32 || scalar.value == 127
          return isControl && !["\t", "\n", "\r"].contains(scalar) ? "\u{FFFD}" : scalar
        }))
  }
}

/// Repeatable chance (xorshift).
struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(below limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(limit))
  }
}
