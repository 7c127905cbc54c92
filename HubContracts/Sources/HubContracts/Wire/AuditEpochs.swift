/// The beginning of an epoch, as one account's audit chain knows it.
public struct AuditEpoch: Sendable, Hashable {
  public let epoch: Epoch
  /// How long the chain was when the epoch began: all that the restore left of it.
  public let from: Int64

  public init(_ epoch: Epoch, from: Int64) {
    self.epoch = epoch
    self.from = from
  }
}

/// The epochs of a chain, the oldest first: never none, each newer than the one before.
public struct AuditEpochs: Sendable, Equatable {
  /// A chain that has lived through more knows the newest ones.
  public static let countMax = 8

  public let all: [AuditEpoch]
  public let newest: Epoch

  /// Nil where there is none, where they do not rise, or where one begins before nothing.
  public init?(_ all: [AuditEpoch]) {
    let all = Array(all.suffix(Self.countMax))
    guard let last = all.last, all.allSatisfy({ $0.from >= 0 }),
      zip(all, all.dropFirst()).allSatisfy({ $0.epoch < $1.epoch })
    else { return nil }
    self.all = all
    newest = last.epoch
  }

  /// How many entries that a chain had in `epoch` are still the same, whatever restores came since; nil
  /// where none came.
  public func kept(since epoch: Epoch) -> Int64? {
    all.filter { $0.epoch > epoch }.map(\.from).min()
  }
}
