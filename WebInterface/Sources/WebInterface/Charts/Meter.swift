/// How much of a whole, as a bar.
///
/// - `text`: the amount in words, such as "1,240 of 2,000 kcal"; shown above the bar and read out.
/// - `share`: 0…1; more is drawn as full. Nil where it is not known: the bar is drawn dashed.
public func meter(_ name: HTML, _ text: String, share: Double?, tone: Tone = .accent) -> HTML {
  div(.class("meter", tone.cssClass)) {
    span(name, .class("meter-name"))
    span(text, .class("meter-text"))
    SVG.decoration(.class("meter-bar")) {
      SVG.rectangle(
        x: 0, y: 0, width: .percent(100), height: .percent(100), corner: 4,
        .class(share == nil ? "unknown" : "track"))
      if let share, share > 0 {
        SVG.rectangle(
          x: 0, y: 0, width: .percent(min(share, 1) * 100), height: .percent(100), corner: 4,
          .class("fill"))
      }
    }
  }
}
