/// A colour of the sRGB space, `0xRRGGBB`.
struct Colour: Sendable, Equatable, ExpressibleByIntegerLiteral {
  let red: UInt8
  let green: UInt8
  let blue: UInt8

  /// - Precondition: at most `0xFFFFFF`.
  init(integerLiteral value: UInt32) {
    precondition(value <= 0xFF_FFFF, "a colour has 24 bits")
    red = UInt8(value >> 16)
    green = UInt8(value >> 8 & 0xFF)
    blue = UInt8(value & 0xFF)
  }

  /// As CSS writes it, `#rrggbb`.
  var css: String {
    "#"
      + [red, green, blue].map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
      .joined()
  }

  /// Relative luminance, 0…1.
  ///
  /// Source: WCAG 2.2, "relative luminance".
  var luminance: Double {
    0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
  }

  /// Contrast ratio, 1…21; text needs 4.5, large text and borders of controls 3.
  ///
  /// Source: WCAG 2.2, "contrast ratio".
  func contrast(with other: Colour) -> Double {
    let (light, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
    return (light + 0.05) / (dark + 0.05)
  }

  private static func linear(_ channel: UInt8) -> Double {
    let value = Double(channel) / 255
    return value <= 0.04045 ? value / 12.92 : power24((value + 0.055) / 1.055)
  }

  /// `base` to the power of 2.4, for 0…1, to nine digits.
  ///
  /// Written out because this package imports no C library: 2.4 = 12/5, and the fifth root is
  /// found by Newton's steps from above, which only fall.
  private static func power24(_ base: Double) -> Double {
    guard base > 0 else { return 0 }
    var root = 1.0
    for _ in 0..<60 {
      let fourth = root * root * root * root
      root -= (root * fourth - base) / (5 * fourth)
    }
    let cubed = root * root * root
    return cubed * cubed * cubed * cubed
  }
}
