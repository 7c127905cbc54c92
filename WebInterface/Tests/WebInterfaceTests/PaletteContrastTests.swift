import Testing

@testable import WebInterface

extension Palette: CustomTestStringConvertible {
  public var testDescription: String { self.ground == Palette.light.ground ? "light" : "dark" }
}

@Suite struct PaletteContrastTests {
  static let palettes = [Palette.light, .dark]

  /// What `color-mix(in srgb, colour share, ground)` gives.
  private func mix(_ colour: Colour, _ share: Double, into ground: Colour) -> Colour {
    func channel(_ over: UInt8, _ under: UInt8) -> UInt32 {
      UInt32((Double(over) * share + Double(under) * (1 - share)).rounded())
    }
    return Colour(
      integerLiteral: channel(colour.red, ground.red) << 16
        | channel(colour.green, ground.green) << 8 | channel(colour.blue, ground.blue))
  }

  @Test(arguments: palettes)
  func `text can be read on every ground`(palette: Palette) {
    for ground in [palette.ground, palette.surface, palette.well] {
      #expect(palette.ink.contrast(with: ground) >= 7)
      #expect(palette.quiet.contrast(with: ground) >= 4.5)
    }
  }

  @Test(arguments: palettes)
  func `every accent can be read as text, on a tint of itself and under text`(palette: Palette) {
    for (brand, accent) in palette.accents {
      let tint = mix(accent, 0.11, into: palette.surface)
      // The top of each page is tinted by its accent.
      let top = mix(accent, 0.09, into: palette.ground)
      for ground in [palette.ground, palette.surface, tint, top] {
        #expect(accent.contrast(with: ground) >= 4.5, "\(brand)")
        #expect(palette.ink.contrast(with: ground) >= 4.5, "\(brand)")
        #expect(palette.quiet.contrast(with: ground) >= 4.5, "\(brand)")
      }
      #expect(palette.onAccent.contrast(with: accent) >= 4.5, "\(brand)")
      let pressed = mix(accent, 0.86, into: palette.ink)
      #expect(palette.onAccent.contrast(with: pressed) >= 4.5, "\(brand)")
    }
  }

  @Test(arguments: palettes)
  func `every tone can be read on its own message`(palette: Palette) {
    let tones = [palette.good, palette.caution, palette.bad, palette.quiet]
    for tone in tones + palette.accents.map(\.colour) {
      let ground = mix(tone, 0.09, into: palette.surface)
      #expect(tone.contrast(with: ground) >= 4.5)
      #expect(palette.ink.contrast(with: ground) >= 4.5)
    }
    #expect(palette.onAccent.contrast(with: palette.bad) >= 4.5)
    #expect(palette.bad.contrast(with: palette.surface) >= 4.5)
  }

  @Test(arguments: palettes)
  func `controls and drawings stand out from what is around them`(palette: Palette) {
    for ground in [palette.ground, palette.surface] {
      #expect(palette.outline.contrast(with: ground) >= 3)
    }
    for (brand, accent) in palette.accents {
      let bar = mix(accent, 0.68, into: palette.surface)
      #expect(bar.contrast(with: palette.surface) >= 3, "\(brand)")
      #expect(accent.contrast(with: palette.well) >= 3, "\(brand)")
    }
  }

  @Test func `contrast is that of WCAG`() {
    let white: Colour = 0xFFFFFF

    #expect(abs(white.contrast(with: 0x000000) - 21) < 0.001)
    #expect(abs(white.contrast(with: 0x767676) - 4.542) < 0.001)
    #expect(abs(Colour(integerLiteral: 0xFF0000).contrast(with: 0xFFFFFF) - 3.998) < 0.001)
    #expect(Colour(integerLiteral: 0x0A0B0C).css == "#0a0b0c")
  }
}

@Suite struct FamilyLookStyleTests {
  private let css = String(decoding: FamilyLook.styleSheet.bytes, as: UTF8.self)

  @Test func `the style sheet asks nobody for anything`() {
    #expect(!css.contains("url(") && !css.contains("@import") && !css.contains("http"))
  }

  @Test func `every colour comes from the palette`() {
    let rules = css.dropFirst(Palette.css.count).replacing(/#bbb|\/\*.*?\*\//, with: "")

    #expect(rules.matches(of: /#[0-9a-fA-F]{3,8}\b/).isEmpty)
    for name in rules.matches(of: /var\(--([a-z0-9-]+)\)/).map(\.output.1) {
      #expect(css.contains("--\(name):"), "\(name) is used but not defined")
    }
  }

  @Test func `both themes define the same roles`() {
    #expect(Palette.light.roles.map(\.name) == Palette.dark.roles.map(\.name))
  }

  @Test(arguments: Brand.allCases)
  func `each brand has a mark, an icon and an accent`(brand: Brand) {
    #expect(brand.mark.markup.contains("<path"))
    #expect(css.contains(".\(brand.cssClass){--accent:var(--accent-\(brand.rawValue))}"))
    #expect(brand.iconFile.contentType == "image/svg+xml")
    #expect(String(decoding: brand.iconFile.bytes, as: UTF8.self).contains(brand.accent.light.css))
  }

  @Test func `icons are hidden from readers and differ`() {
    let drawings = Icon.allCases.map(\.html.markup)

    #expect(drawings.allSatisfy { $0.contains("aria-hidden=\"true\"") })
    #expect(Set(drawings).count == Icon.allCases.count)
  }
}
