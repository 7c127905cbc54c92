/// What a person may mean by a name, whatever its case: those of that name, else those that begin so.
func named<Item>(_ text: String, among items: [Item], by name: (Item) -> String) -> [Item] {
  let word = text.lowercased()
  let same = items.filter { name($0).lowercased() == word }
  return same.isEmpty ? items.filter { name($0).lowercased().hasPrefix(word) } : same
}
