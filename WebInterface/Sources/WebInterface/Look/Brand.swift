/// A member of the family, as it looks: its name, its accent and its mark.
///
/// Only the look; which products exist and what they own is in the fleet's registry.
public enum Brand: String, Sendable, CaseIterable {
  case hub
  case anchor
  case calorie
  case setline
  case kith
  case live
  case journal
  case asteroid

  /// As people read it.
  public var name: String {
    switch self {
    case .hub: "Hub"
    case .anchor: "Anchor"
    case .calorie: "Calorie"
    case .setline: "Setline"
    case .kith: "Kith"
    case .live: "Live"
    case .journal: "Journal"
    case .asteroid: "Asteroid"
    }
  }

  /// Gives everything within an element this brand's accent.
  public var cssClass: String { "brand-\(rawValue)" }

  /// The accent on light and on dark ground; each is readable as text there.
  var accent: (light: Colour, dark: Colour) {
    switch self {
    case .hub: (0x3A4A9F, 0xAEB9FF)
    case .anchor: (0x0B5D75, 0x7FCBE3)
    case .calorie: (0x47690F, 0xB3D673)
    case .setline: (0xA63D17, 0xFFAF8F)
    case .kith: (0x9A2F66, 0xF6A6CD)
    case .live: (0x7D5A00, 0xECC566)
    case .journal: (0x6A5140, 0xD9C1AF)
    case .asteroid: (0x6840A3, 0xCBB2FF)
    }
  }
}
