/// Squares in columns of seven, such as the days of weeks: how much there was, by how deep the colour is.
///
/// Drawn as one path for each depth, so that a year takes a few kilobytes.
public struct HeatMap: Sendable {
  private let text: String
  private let amounts: [Double?]
  private let months: [(column: Int, name: String)]
  private let rows: [String]

  /// - `text`: what the map shows, in a sentence or two, for who does not see it.
  /// - `amounts`: one a day, ascending, the first of a week's first day; nil where it is not known,
  ///   which is not drawn as zero.
  /// - `months`: which column each name stands over, ascending.
  /// - `rows`: the names of the seven rows, two letters each; none where there is no room for them.
  public init(
    _ text: String, _ amounts: [Double?], months: [(column: Int, name: String)],
    rows: [String] = []
  ) {
    precondition(rows.isEmpty || rows.count == 7, "a column has seven squares")
    self.text = text
    self.amounts = amounts
    self.months = months
    self.rows = rows
  }

  private static let cell = 12
  private static let side = 10
  private static let head = 14
  private static let depths = 4

  public var html: HTML {
    figure(.class("heat"), .when(!rows.isEmpty, .class("heat-named"))) {
      SVG.drawing(text, viewBox: size, .class("heat-drawing")) {
        for month in months {
          SVG.text(month.name, x: .points(Double(left + month.column * Self.cell)), y: 9)
        }
        for (place, name) in rows.enumerated() {
          SVG.text(name, x: 0, y: .points(Double(Self.head + place * Self.cell + 8)))
        }
        for squares in paths { squares }
      }
    }
  }

  /// Where the squares begin.
  private var left: Int { rows.isEmpty ? 0 : 18 }

  private var size: (width: Double, height: Double) {
    (Double(left + (amounts.count + 6) / 7 * Self.cell), Double(Self.head + 7 * Self.cell))
  }

  /// -1 for not known, 0 for none, then as many steps up to the largest.
  private static func depth(of amount: Double?, _ largest: Double) -> Int {
    guard let amount else { return -1 }
    guard amount > 0, largest > 0 else { return 0 }
    return min(depths, max(1, Int((amount / largest * Double(depths)).rounded(.up))))
  }

  private var paths: [HTML] {
    let largest = amounts.lazy.compactMap(\.self).max() ?? 0
    var paths = [String](repeating: "", count: Self.depths + 2)
    for (place, amount) in amounts.enumerated() {
      let x = left + place / 7 * Self.cell
      let y = Self.head + place % 7 * Self.cell
      paths[Self.depth(of: amount, largest) + 1] +=
        "M\(x) \(y)h\(Self.side)v\(Self.side)h-\(Self.side)z"
    }
    return paths.enumerated().filter { !$1.isEmpty }.map { place, data in
      SVG.path(data, .class(place == 0 ? "unknown" : "depth-\(place - 1)"))
    }
  }
}
