/// Writes figures in Prometheus' text format, version 0.0.4.
///
/// Source: the page "Exposition formats" of Prometheus.
struct MetricsText {
  static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  enum Kind: String { case counter, gauge, histogram }

  /// Its name and value, in the order in which they are written.
  typealias Label = (name: String, value: String)

  private(set) var text = ""

  /// Begins a metric; all its samples follow before the next one begins.
  mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n"
    text += "# TYPE \(name) \(kind.rawValue)\n"
  }

  mutating func sample(_ name: String, _ labels: [Label], _ value: Int) {
    write(name, labels, String(value))
  }

  mutating func sample(_ name: String, _ labels: [Label], _ value: Duration) {
    write(name, labels, Self.seconds(value))
  }

  /// A metric of one sample without labels.
  mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
    begin(name, kind, help)
    sample(name, [], value)
  }

  private mutating func write(_ name: String, _ labels: [Label], _ value: String) {
    text += name
    if !labels.isEmpty {
      let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
      text += "{\(pairs.joined(separator: ","))}"
    }
    text += " \(value)\n"
  }

  /// Seconds with six places; exact, as no floating point is.
  static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let places = String(attoseconds / 1_000_000_000_000)
    return "\(seconds).\(String(repeating: "0", count: 6 - places.count))\(places)"
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quotes: escaped += "\\\""
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
