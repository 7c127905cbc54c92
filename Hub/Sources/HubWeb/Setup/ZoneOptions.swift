import WebInterface

/// Time zones as a list to choose from: places under their continent.
enum ZoneOptions {
  /// - `names`: IANA names, sorted.
  static func groups(of names: [String]) -> [WebInterface.Field.OptionGroup] {
    var groups: [(title: String, options: [WebInterface.Field.Option])] = []
    for name in names {
      let parts = name.split(separator: "/", maxSplits: 1)
      guard parts.count == 2, let area = parts.first, let place = parts.last else { continue }
      let option = WebInterface.Field.Option(name, readable(place))
      if groups.last?.title == readable(area) {
        groups[groups.count - 1].options.append(option)
      } else {
        groups.append((readable(area), [option]))
      }
    }
    let plain = names.filter { !$0.contains("/") }.map { WebInterface.Field.Option($0, $0) }
    if !plain.isEmpty { groups.append(("Without a place", plain)) }
    return groups.map { WebInterface.Field.OptionGroup($0.title, $0.options) }
  }

  /// "Argentina, Buenos Aires" for `Argentina/Buenos_Aires`.
  private static func readable(_ name: Substring) -> String {
    String(name.map { $0 == "_" ? " " : $0 }).split(separator: "/").joined(separator: ", ")
  }
}
