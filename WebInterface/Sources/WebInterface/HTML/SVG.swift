/// Drawings, built by the same tree as the rest of a page.
///
/// Colours come from the style sheet by class, so that a drawing follows the light or dark theme.
public enum SVG {
  /// A length in an SVG: pixels (of the view box, where there is one) or a part of the drawing.
  ///
  /// With percentages and no view box a drawing fills whatever width it gets, and neither text nor
  /// corners are distorted.
  public enum Length: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    case points(Double)
    case percent(Double)

    public init(integerLiteral value: Int) { self = .points(Double(value)) }
    public init(floatLiteral value: Double) { self = .points(value) }

    var text: String {
      switch self {
      case .points(let value): SVG.number(value)
      case .percent(let value): SVG.number(value) + "%"
      }
    }
  }

  /// A drawing that means something.
  ///
  /// - `text`: what a person who does not see it should know.
  /// - `viewBox`: width and height of the coordinates; nil to use percentages.
  public static func drawing(
    _ text: String, viewBox: (width: Double, height: Double)? = nil, _ attributes: Attribute...,
    @HTMLBuilder content: () -> HTML
  ) -> HTML {
    svg(viewBox, attributes + [.role("img"), .aria("label", text)], content())
  }

  /// A drawing that only decorates what is also written.
  public static func decoration(
    viewBox: (width: Double, height: Double)? = nil, _ attributes: Attribute...,
    @HTMLBuilder content: () -> HTML
  ) -> HTML {
    svg(viewBox, attributes + [.aria("hidden", "true")], content())
  }

  private static func svg(
    _ viewBox: (width: Double, height: Double)?, _ attributes: [Attribute], _ content: HTML
  ) -> HTML {
    let box = viewBox.map { Attribute("viewBox", "0 0 \(number($0.width)) \(number($0.height))") }
    return .element("svg", attributes + [box].compactMap { $0 }, content)
  }

  public static func group(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
    .element("g", attributes, content())
  }

  /// - `data`: path commands, such as `M2 12h20`.
  public static func path(_ data: String, _ attributes: Attribute...) -> HTML {
    .element("path", attributes + [Attribute("d", data)])
  }

  public static func circle(
    x: Length, y: Length, radius: Length, _ attributes: Attribute...
  ) -> HTML {
    let place = [
      Attribute("cx", x.text), Attribute("cy", y.text), Attribute("r", radius.text),
    ]
    return .element("circle", attributes + place)
  }

  public static func rectangle(
    x: Length, y: Length, width: Length, height: Length, corner: Length = 0,
    _ attributes: Attribute..., title: String? = nil
  ) -> HTML {
    let place = [
      Attribute("x", x.text), Attribute("y", y.text), Attribute("width", width.text),
      Attribute("height", height.text), Attribute("rx", corner.text),
    ]
    let title = title.map { HTML.element("title", [], HTML($0)) } ?? .empty
    return .element("rect", attributes + place, title)
  }

  public static func line(
    from start: (x: Length, y: Length), to end: (x: Length, y: Length), _ attributes: Attribute...
  ) -> HTML {
    let place = [
      Attribute("x1", start.x.text), Attribute("y1", start.y.text),
      Attribute("x2", end.x.text), Attribute("y2", end.y.text),
    ]
    return .element("line", attributes + place)
  }

  /// Where a text's `x` lies in it.
  public enum Anchor: String, Sendable {
    case start
    case middle
    case end
  }

  public static func text(
    _ text: String, x: Length, y: Length, anchor: Anchor = .start, _ attributes: Attribute...
  ) -> HTML {
    let place = [
      Attribute("x", x.text), Attribute("y", y.text), Attribute("text-anchor", anchor.rawValue),
    ]
    return .element("text", attributes + place, HTML(text))
  }

  /// At most two decimals: more would only make pages larger.
  ///
  /// - Precondition: `value` is finite and its size is under 10⁹.
  static func number(_ value: Double) -> String {
    precondition(value.isFinite && abs(value) < 1e9, "a drawing has finite coordinates")
    let hundredths = Int((value * 100).rounded())
    if hundredths % 100 == 0 { return String(hundredths / 100) }
    return String(Double(hundredths) / 100)
  }
}
