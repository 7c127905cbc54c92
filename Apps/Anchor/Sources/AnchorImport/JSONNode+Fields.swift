import ToolboxJSON

/// Fields of a row that is a JSON object, with their kinds checked.
extension JSONNode {
  /// Nil where there is no such field.
  func text(_ field: String) throws(RowFault) -> String? {
    guard let node = self[field] else { return nil }
    guard case .string(let text) = node.value else { throw .failed(.wrongKind(field: field)) }
    return text
  }

  func requiredText(_ field: String) throws(RowFault) -> String {
    guard let text = try text(field) else { throw .failed(.missing(field: field)) }
    return text
  }

  /// Empty where there is no such field.
  func texts(_ field: String) throws(RowFault) -> [String] {
    var texts: [String] = []
    for element in try elements(field) {
      guard case .string(let text) = element.value else { throw .failed(.wrongKind(field: field)) }
      texts.append(text)
    }
    return texts
  }

  /// Empty where there is no such field.
  func elements(_ field: String) throws(RowFault) -> [JSONNode] {
    guard let node = self[field] else { return [] }
    guard case .array(let elements) = node.value else { throw .failed(.wrongKind(field: field)) }
    return elements
  }

  /// A whole number from 0 on; nil where there is no such field.
  func count(_ field: String) throws(RowFault) -> Int? {
    guard let node = self[field] else { return nil }
    guard case .integer(let number) = node.value, number >= 0, let count = Int(exactly: number)
    else { throw .failed(.wrongKind(field: field)) }
    return count
  }

  /// Counts the fields that are none of `known`, once for each row that has them.
  func countFields(besides known: [String], in sorter: inout RowSorter) {
    guard case .object(let members) = value else { return }
    for member in members where !known.contains(member.key) {
      sorter.count(unknownField: member.key)
    }
  }
}
