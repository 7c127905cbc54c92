/// A drawing of a few strokes on a grid of 24 by 24, in one colour.
struct Glyph: Sendable {
  /// Path commands that are drawn as lines, and those that are filled.
  var strokes: [String] = []
  var fills: [String] = []

  static func circle(_ x: Double, _ y: Double, _ radius: Double) -> String {
    let (r, d) = (SVG.number(radius), SVG.number(2 * radius))
    return
      "M\(SVG.number(x - radius)) \(SVG.number(y))a\(r) \(r) 0 1 0 \(d) 0a\(r) \(r) 0 1 0-\(d) 0z"
  }

  /// In the colour of the text around it.
  func html(_ cssClass: String) -> HTML {
    SVG.decoration(viewBox: (24, 24), .class("glyph", cssClass)) {
      for stroke in strokes { SVG.path(stroke) }
      for fill in fills { SVG.path(fill, .class("filled")) }
    }
  }

  /// A file of its own: light on a tile of `ground`, because no style sheet reaches it.
  func file(_ ground: Colour) -> [UInt8] {
    let light = "#ffffff"
    let tile: [Attribute] = [
      Attribute("width", "48"), Attribute("height", "48"), Attribute("rx", "11"),
      Attribute("fill", ground.css),
    ]
    let lines: [Attribute] = [
      Attribute("transform", "translate(8.4 8.4) scale(1.3)"), Attribute("fill", "none"),
      Attribute("stroke", light), Attribute("stroke-width", "1.9"),
      Attribute("stroke-linecap", "round"), Attribute("stroke-linejoin", "round"),
    ]
    let shapes =
      strokes.map { SVG.path($0) }
      + fills.map { SVG.path($0, Attribute("fill", light), Attribute("stroke", "none")) }
    return HTML.element(
      "svg",
      [Attribute("xmlns", "http://www.w3.org/2000/svg"), Attribute("viewBox", "0 0 48 48")],
      .element("rect", tile), .element("g", lines, HTML(shapes))
    ).bytes
  }
}
