/// How much this device knows of something that travels.
public enum KnownDetail: String, Equatable, Sendable, CaseIterable {
  case full
  /// From another device, rounded and without words; read-only here, but can be deleted.
  case factsOnly
}
