/// A day's amount against its target, as a ring around the number.
public struct DayRing: Sendable {
  private let value: String?
  private let unit: String
  private let share: Double?
  private let description: String

  /// - `value`: as people write it, such as `1:35`; nil where it is not known.
  /// - `share`: of the target, 0…; a second, thinner turn begins over 1. Nil without a target.
  /// - `description`: the whole in a sentence, for who does not see it: "95 of 120 minutes".
  public init(_ value: String?, unit: String, share: Double?, description: String) {
    self.value = value
    self.unit = unit
    self.share = share.map { max(0, min($0, 2)) }
    self.description = description
  }

  private static let size = 120.0
  private static let middle = SVG.Length.points(60)
  private static let radius = 52.0

  public var html: HTML {
    SVG.drawing(description, viewBox: (Self.size, Self.size), .class("ring")) {
      turn(1, .class(value == nil ? "unknown" : "track"))
      if let share, value != nil {
        if share > 0 { turn(min(share, 1), .class("fill")) }
        if share > 1 { turn(share - 1, .class("over")) }
      }
      SVG.text(value ?? "–", x: Self.middle, y: 62, anchor: .middle, .class("ring-value"))
      SVG.text(unit, x: Self.middle, y: 80, anchor: .middle, .class("ring-unit"))
    }
  }

  /// An arc from the top, clockwise.
  ///
  /// The path counts as 100 long, so a dash is a percentage.
  private func turn(_ share: Double, _ attribute: Attribute) -> HTML {
    let top = SVG.number(60 - Self.radius)
    let bottom = SVG.number(2 * Self.radius)
    let radius = SVG.number(Self.radius)
    let isWhole = share >= 1
    return SVG.path(
      "M60 \(top)a\(radius) \(radius) 0 0 1 0 \(bottom)a\(radius) \(radius) 0 0 1 0-\(bottom)",
      attribute, Attribute("pathLength", "100"),
      .when(!isWhole, Attribute("stroke-dasharray", "\(SVG.number(share * 100)) 200")))
  }
}
