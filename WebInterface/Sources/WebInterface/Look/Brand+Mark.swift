extension Brand {
  /// The brand's mark in its accent; its name has to stand beside it.
  public var mark: HTML {
    glyph.html("mark \(cssClass)")
  }

  /// The mark as an icon of a window or a tab.
  public var iconFile: StaticAsset {
    StaticAsset("\(rawValue)-icon.svg", glyph.file(accent.light))
  }

  private var glyph: Glyph {
    switch self {
    case .hub:
      // A doorway within a doorway: the front door.
      Glyph(strokes: ["M4 21V11.5a8 8 0 0 1 16 0V21", "M9 21v-8a3 3 0 0 1 6 0v8", "M2.5 21h19"])
    case .anchor:
      Glyph(strokes: [
        Glyph.circle(12, 4.9, 2.2), "M12 7.1V21", "M8.3 10.8h7.4", "M4 13.2a8 7.8 0 0 0 16 0",
      ])
    case .calorie:
      // A drop that is also a leaf.
      Glyph(strokes: [
        "M12 2.8c4.9 3.9 7.2 7.4 7.2 11.2a7.2 7.2 0 0 1-14.4 0c0-3.8 2.3-7.3 7.2-11.2z",
        "M12 21v-8.2", "M12 16.4l3.1-3",
      ])
    case .setline:
      Glyph(strokes: ["M2.5 12h19", "M7.2 6.2v11.6", "M16.8 6.2v11.6", "M4.2 9v6", "M19.8 9v6"])
    case .kith:
      Glyph(strokes: [Glyph.circle(8.6, 12, 5.8), Glyph.circle(15.4, 12, 5.8)])
    case .live:
      // Weeks of a life: some behind, this one, some ahead.
      Glyph(
        strokes: [
          Glyph.circle(19, 12, 1.7), Glyph.circle(5, 19, 1.7), Glyph.circle(12, 19, 1.7),
          Glyph.circle(19, 19, 1.7),
        ],
        fills: [
          Glyph.circle(5, 5, 2.4), Glyph.circle(12, 5, 2.4), Glyph.circle(19, 5, 2.4),
          Glyph.circle(5, 12, 2.4), Glyph.circle(12, 12, 3.4),
        ])
    case .journal:
      Glyph(strokes: ["M5.5 3h9l4.5 4.5V21h-13.5z", "M14.5 3v4.5H19", "M9 12.2h6.5", "M9 16.2h4"])
    case .asteroid:
      Glyph(
        strokes: ["M3.81 17.74A10 4 -35 0 1 20.19 6.26A10 4 -35 0 1 3.81 17.74z"],
        fills: [Glyph.circle(12, 12, 3.6)])
    }
  }
}
