import ToolboxJSON

extension Schema {
  /// Writes the schema; one with a name as a reference to the document's components.
  public func write(to json: inout JSONWriter) {
    json.object { json in writeMembers(to: &json) }
  }

  private func writeMembers(to json: inout JSONWriter) {
    switch self {
    case .component(let name, _): json.member("$ref", "#/components/schemas/\(name)")
    case .object(let properties, let isClosed): Self.write(properties, isClosed, to: &json)
    case .array(let element, let count):
      json.member("type", "array")
      json.member("items") { element.write(to: &$0) }
      if let count {
        json.member("minItems", count.lowerBound)
        json.member("maxItems", count.upperBound)
      }
    case .text(let length, let pattern):
      json.member("type", "string")
      if let pattern { json.member("pattern", pattern) }
      if let length {
        json.member("minLength", length.lowerBound)
        json.member("maxLength", length.upperBound)
      }
    case .choice(let words):
      json.member("type", "string")
      json.member("enum") { json in json.array(words) { $0.string($1) } }
    case .integer(let range, let step):
      json.member("type", "integer")
      json.member("minimum", range.lowerBound)
      json.member("maximum", range.upperBound)
      if step != 1 { json.member("multipleOf", step) }
    case .boolean: json.member("type", "boolean")
    case .null: json.member("type", "null")
    case .anyOf(let schemas):
      json.member("anyOf") { json in json.array(schemas) { $1.write(to: &$0) } }
    }
  }

  private static func write(
    _ properties: [Property], _ isClosed: Bool, to json: inout JSONWriter
  ) {
    json.member("type", "object")
    if !properties.isEmpty {
      json.member("properties") { json in
        json.object { json in
          for property in properties {
            json.member(named: property.name) { property.schema.write(to: &$0) }
          }
        }
      }
    }
    let required = properties.filter(\.isRequired).map(\.name)
    if !required.isEmpty {
      json.member("required") { json in json.array(required) { $0.string($1) } }
    }
    if isClosed { json.member("additionalProperties", false) }
  }
}
