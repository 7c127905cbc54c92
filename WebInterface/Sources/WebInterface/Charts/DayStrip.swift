/// A day from midnight to midnight, with what filled it.
public struct DayStrip: Sendable {
  public struct Span: Sendable {
    let start: Double
    let end: Double
    let text: String
    let brand: Brand?

    /// - `start`: minutes since the day began; what lies outside the day is cut off.
    /// - `end`: at or after `start`.
    /// - `text`: what it was, such as "Focus 09:30 to 10:15".
    /// - `brand`: colours it; nil for the accent of its surroundings.
    public init(_ start: Double, to end: Double, _ text: String, brand: Brand? = nil) {
      self.start = start
      self.end = end
      self.text = text
      self.brand = brand
    }
  }

  private let name: String
  private let spans: [Span]
  private let now: Double?
  private let dayMinutes: Double

  /// - `now`: minutes since the day began; nil for a day that is not today.
  /// - `dayMinutes`: 1,440, but 1,380 or 1,500 on a day when the clocks change.
  public init(_ name: String, _ spans: [Span], now: Double? = nil, dayMinutes: Double = 1_440) {
    precondition(dayMinutes > 0, "a day has minutes")
    self.name = name
    self.spans = spans
    self.now = now
    self.dayMinutes = dayMinutes
  }

  public var html: HTML {
    WebInterface.figure(.class("strip")) {
      SVG.drawing(description, .class("strip-drawing")) {
        SVG.rectangle(
          x: 0, y: 0, width: .percent(100), height: .percent(100), corner: 8, .class("track"))
        for hour in [6.0, 12, 18] { hourLine(at: hour / 24) }
        for span in spans { piece(span) }
        if let now { nowLine(at: share(now)) }
      }
      div(.class("strip-labels"), .aria("hidden", "true")) {
        for hour in ["0", "6", "12", "18", "24"] { span(hour) }
      }
    }
  }

  private var description: String {
    spans.isEmpty
      ? "\(name): nothing recorded." : "\(name): " + spans.map(\.text).joined(separator: "; ") + "."
  }

  private func share(_ minutes: Double) -> Double {
    max(0, min(minutes / dayMinutes, 1))
  }

  private func hourLine(at share: Double) -> HTML {
    let x = SVG.Length.percent(share * 100)
    return SVG.line(from: (x, 0), to: (x, .percent(100)), .class("hour"))
  }

  private func nowLine(at share: Double) -> HTML {
    let x = SVG.Length.percent(share * 100)
    return SVG.line(from: (x, 0), to: (x, .percent(100)), .class("now"))
  }

  private func piece(_ span: Span) -> HTML {
    let (start, end) = (share(span.start), share(span.end))
    // Two minutes would be thinner than a pixel on a phone.
    let width = max((end - start) * 100, 0.4)
    return SVG.rectangle(
      x: .percent(start * 100), y: .percent(14), width: .percent(width), height: .percent(72),
      corner: 3, .class("fill", span.brand?.cssClass ?? "own"), title: span.text)
  }
}
