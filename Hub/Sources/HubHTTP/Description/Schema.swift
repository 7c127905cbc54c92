/// What JSON may stand somewhere: as much of JSON Schema (2020-12) as the Hub's values need.
public indirect enum Schema: Sendable, Equatable {
  /// A schema that has a name of its own, and is then written once.
  case component(String, Schema)
  /// `isClosed`: no member but these is taken. Answers are open, so that a reader of today goes on
  /// reading the Hub of tomorrow.
  case object([Property], isClosed: Bool = false)
  case array(Schema, count: ClosedRange<Int>? = nil)
  /// Of so many characters.
  case text(ClosedRange<Int>? = nil, pattern: String? = nil)
  /// One of these words.
  case choice([String])
  /// A multiple of `step`.
  case integer(ClosedRange<Int64>, step: Int64 = 1)
  case boolean
  case null
  case anyOf([Schema])

  public struct Property: Sendable, Equatable {
    public let name: String
    public let schema: Schema
    public let isRequired: Bool

    public init(_ name: String, _ schema: Schema, isRequired: Bool = true) {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
    }

    /// One that may be absent; it is never null instead.
    public static func optional(_ name: String, _ schema: Schema) -> Property {
      Property(name, schema, isRequired: false)
    }
  }

  public static func constant(_ word: String) -> Schema { .choice([word]) }
}

extension Schema {
  /// Those in it that have names, each after those that it holds itself.
  var components: [(name: String, schema: Schema)] {
    switch self {
    case .component(let name, let schema): schema.components + [(name, schema)]
    case .object(let properties, _): properties.flatMap(\.schema.components)
    case .array(let element, _): element.components
    case .anyOf(let schemas): schemas.flatMap(\.components)
    case .text, .choice, .integer, .boolean, .null: []
    }
  }
}
