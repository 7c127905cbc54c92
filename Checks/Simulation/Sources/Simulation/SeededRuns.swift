import PersonalSyncTesting

/// Runs worlds, one seed after the other, and counts what they reached.
public struct SeededRuns {
  /// Which Hub the devices of a world talk to.
  public enum HubKind: String, CaseIterable, Sendable { case core, fake }

  /// How a seed ended that broke a promise.
  public struct Finding: Sendable {
    public let seed: UInt64
    public let hub: HubKind
    public let message: String
  }

  public static let steps = 250

  public private(set) var reached: [World.Branch: Int] = [:]
  public private(set) var findings: [Finding] = []

  public init() {}

  /// One run of one seed against one kind of Hub.
  public mutating func run(_ seed: UInt64, against kind: HubKind) async {
    do {
      let world = try await Self.world(seed, kind)
      for _ in 0..<Self.steps { try await world.step() }
      try await world.settle()
      try await world.check()
      reached.merge(world.reached) { $0 + $1 }
    } catch {
      findings.append(Finding(seed: seed, hub: kind, message: "\(error)"))
    }
  }

  /// Rare branches that no run has reached; what they guard is then not tested.
  public var unreached: [World.Branch] {
    World.Branch.allCases.filter { (reached[$0] ?? 0) == 0 }
  }

  private static func world(_ seed: UInt64, _ kind: HubKind) async throws -> World {
    switch kind {
    case .fake: try await World(seed: seed)
    case .core:
      try await World(seed: seed) { clock, dice in try CoreHub(clock: clock, random: dice) }
    }
  }
}
