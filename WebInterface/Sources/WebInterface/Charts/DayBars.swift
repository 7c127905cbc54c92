/// One bar a day or week, with the target as a line.
public struct DayBars: Sendable {
  public struct Bar: Sendable {
    let label: String
    let amount: Double?
    let text: String
    let isCurrent: Bool

    /// - `label`: under the bar, such as `Mo`.
    /// - `amount`: 0…; nil where it is not known, which is not drawn as zero.
    /// - `text`: the day and the amount in words, such as "Monday: 1 h 35 min".
    public init(_ label: String, _ amount: Double?, _ text: String, isCurrent: Bool = false) {
      self.label = label
      self.amount = amount.map { max(0, $0) }
      self.text = text
      self.isCurrent = isCurrent
    }
  }

  private let name: String
  private let bars: [Bar]
  private let target: Double?
  private let text: String?

  /// - `name`: what is shown, such as "Focus, last 7 days".
  /// - `target`: the amount at which the line is drawn; nil without one.
  /// - `text`: what to read out where one bar after another would be too long; nil reads them.
  public init(_ name: String, _ bars: [Bar], target: Double? = nil, text: String? = nil) {
    self.name = name
    self.bars = bars
    self.target = target
    self.text = text
  }

  public var html: HTML {
    WebInterface.figure(.class("bars")) {
      SVG.drawing(description, .class("bars-drawing")) {
        for (place, bar) in bars.enumerated() { column(bar, at: place) }
        if let target, target > 0 {
          let y = SVG.Length.percent(100 - target / top * 100)
          SVG.line(from: (0, y), to: (.percent(100), y), .class("target"))
        }
      }
      div(.class("bars-labels"), .aria("hidden", "true")) {
        for bar in bars { span(bar.label, .when(bar.isCurrent, .class("current"))) }
      }
    }
  }

  private var description: String {
    "\(name). " + (text ?? bars.map(\.text).joined(separator: "; ") + ".")
  }

  private var corner: SVG.Length { bars.count > 14 ? 1.5 : 5 }

  /// The amount at the upper edge: a little more than the largest, so that the line is seen.
  private var top: Double {
    let largest = max(bars.compactMap(\.amount).max() ?? 0, target ?? 0)
    return largest > 0 ? largest * 1.06 : 1
  }

  private func column(_ bar: Bar, at place: Int) -> HTML {
    let width = 100 / Double(bars.count)
    let x = SVG.Length.percent((Double(place) + 0.18) * width)
    let barWidth = SVG.Length.percent(0.64 * width)
    guard let amount = bar.amount else {
      return SVG.rectangle(
        x: x, y: .percent(70), width: barWidth, height: .percent(30), corner: corner,
        .class("unknown"), title: bar.text)
    }
    // A day that is known to be zero still gets a foot, or it would look like no day at all.
    let height = max(amount / top * 100, 2)
    return SVG.rectangle(
      x: x, y: .percent(100 - height), width: barWidth, height: .percent(height), corner: corner,
      .class("fill"), .when(bar.isCurrent, .class("current")), title: bar.text)
  }
}
