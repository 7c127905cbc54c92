import AppShell

extension AppProfile {
  /// Anchor, as the shell knows it.
  static let anchor = AppProfile(
    "anchor", .anchor, .anchor, records: ("session", "sessions"), port: 8_771)
}
