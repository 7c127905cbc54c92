/// The colours of one theme; names say the role, not the hue.
///
/// The style sheet's custom properties are written from here, so that a test can prove the
/// contrast of every pair that meets on a page.
struct Palette: Sendable {
  /// The page, what lies on it, and what is sunk into it.
  let ground: Colour
  let surface: Colour
  let well: Colour
  /// Text, and text of second rank.
  let ink: Colour
  let quiet: Colour
  /// Lines that only order, and borders by which a control is known.
  let hairline: Colour
  let outline: Colour
  let good: Colour
  let caution: Colour
  let bad: Colour
  /// Text on a filled accent.
  let onAccent: Colour
  let accents: [(brand: Brand, colour: Colour)]

  static let light = Palette(
    ground: 0xF5F2EC, surface: 0xFFFDF9, well: 0xECE7DD, ink: 0x20242A, quiet: 0x595E64,
    hairline: 0xDFD9CC, outline: 0x837D70, good: 0x1F6B3A, caution: 0x855300, bad: 0xAE2A23,
    onAccent: 0xFFFFFF, accents: Brand.allCases.map { ($0, $0.accent.light) })

  static let dark = Palette(
    ground: 0x131619, surface: 0x1C2024, well: 0x0D0F11, ink: 0xECE8E0, quiet: 0xA6ABAE,
    hairline: 0x2E3338, outline: 0x747C83, good: 0x86D19B, caution: 0xEBBE62, bad: 0xFF9D92,
    onAccent: 0x14171A, accents: Brand.allCases.map { ($0, $0.accent.dark) })

  /// The roles that every theme defines, with the names that the style sheet uses.
  var roles: [(name: String, colour: Colour)] {
    [
      ("ground", ground), ("surface", surface), ("well", well), ("ink", ink), ("quiet", quiet),
      ("hairline", hairline), ("outline", outline), ("good", good), ("caution", caution),
      ("bad", bad), ("on-accent", onAccent),
    ]
      + accents.map { ("accent-\($0.brand.rawValue)", $0.colour) }
  }

  private var declarations: String {
    roles.map { "--\($0.name):\($0.colour.css);" }.joined()
  }

  /// Both themes as CSS: light unless the person prefers dark, and always light on paper.
  static var css: String {
    """
    :root{color-scheme:light;\(light.declarations)}
    @media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;\(dark.declarations)}}
    \(Brand.allCases.map { ".\($0.cssClass){--accent:var(--accent-\($0.rawValue))}" }.joined())

    """
  }
}
