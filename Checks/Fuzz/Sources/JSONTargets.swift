import ToolboxJSON

/// A document that is taken is written as one that says the same, and has but one such writing.
func fuzzStrictJSON(_ bytes: [UInt8]) {
  let first: JSONNode
  do { first = try JSONNode.parse(bytes) } catch {
    precondition((0...bytes.count).contains(error.offset), "an error stands outside the document")
    return
  }
  let written = JSONWriter.write { first.write(to: &$0) }
  do {
    let second = try JSONNode.parse(written)
    precondition(JSONWriter.write { second.write(to: &$0) } == written, "a writing changes")
    precondition(second.isSame(as: first), "a document is written as another")
  } catch { fatalError("what we write is refused: \(error)") }
}

extension JSONNode {
  fileprivate func write(to json: inout JSONWriter) {
    switch value {
    case .null: json.null()
    case .bool(let bool): json.bool(bool)
    case .integer(let integer): json.integer(integer)
    case .number(let text): json.raw(text.utf8)
    case .string(let text): json.string(text)
    case .array(let elements): json.array(elements) { $1.write(to: &$0) }
    case .object(let members):
      json.object { json in
        for member in members {
          json.member(named: member.key) { member.node.write(to: &$0) }
        }
      }
    }
  }

  /// Equal but for where things stand.
  fileprivate func isSame(as other: JSONNode) -> Bool {
    switch (value, other.value) {
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy { $0.key == $1.key && $0.node.isSame(as: $1.node) }
    default: value == other.value
    }
  }
}
