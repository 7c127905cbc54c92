import HubContracts

/// Whose details a key is for: one account of one Hub, in one domain.
public struct SealingScope: Sendable, Hashable {
  public let hub: HubID
  public let account: AccountID
  public let domain: Domain

  public init(hub: HubID, account: AccountID, domain: Domain) {
    self.hub = hub
    self.account = account
    self.domain = domain
  }
}

/// Which of a domain's keys, one after another: 1, 2, 3 … A new one begins when a device is removed.
///
/// Not the ``HubContracts/Epoch`` of a Hub that was restored.
public struct KeyEpoch: Sendable, Hashable, Comparable, CustomStringConvertible {
  public static let first = KeyEpoch(checked: 1)
  public let number: UInt32

  /// Nil for 0, which is none.
  public init?(_ number: UInt32) {
    guard number > 0 else { return nil }
    self.number = number
  }

  private init(checked number: UInt32) { self.number = number }

  /// Nil after the last that can be written.
  public var next: KeyEpoch? { number < .max ? KeyEpoch(checked: number + 1) : nil }
  public var description: String { String(number) }
  public static func < (left: KeyEpoch, right: KeyEpoch) -> Bool { left.number < right.number }
}
