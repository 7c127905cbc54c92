import PersonalSyncTesting

/// What came of the worlds of several seeds: what they reached, and the promises that they broke.
public struct SeededRuns: Sendable {
  /// Which Hub the devices of a world talk to.
  public enum HubKind: String, CaseIterable, Sendable { case core, fake }

  /// How a seed ended that broke a promise.
  public struct Finding: Sendable {
    public let seed: UInt64
    public let hub: HubKind
    public let message: String
  }

  /// How often a run reached each branch, or what it broke.
  typealias Outcome = Result<[World.Branch: Int], Broke>
  struct Broke: Error { let finding: Finding }

  public static let steps = 250
  /// Few, so that a feed has several pages and a pass may end between two; the core gives whole ones.
  private static let changesPerFakePage = 20

  /// Seeds that have come to their end.
  public private(set) var count = 0
  public private(set) var reached: [World.Branch: Int] = [:]
  public private(set) var findings: [Finding] = []

  public init() {}

  /// Runs seeds against both kinds of Hub, `jobs` at a time, for as long as `mayBegin` lets another begin.
  ///
  /// A run is the same alone and beside others; the order of the findings is not. `seedEnded` is called
  /// after each seed.
  public mutating func run(
    _ seeds: ClosedRange<UInt64>, jobs: Int, while mayBegin: () -> Bool,
    seedEnded: (SeededRuns) -> Void
  ) async {
    precondition(jobs > 0, "somebody has to run them")
    await withTaskGroup(of: [Outcome].self) { group in
      var waiting = seeds.makeIterator()
      func begin() {
        guard mayBegin(), let seed = waiting.next() else { return }
        group.addTask {
          var outcomes: [Outcome] = []
          for kind in HubKind.allCases { outcomes.append(await Self.outcome(of: seed, kind)) }
          return outcomes
        }
      }
      for _ in 0..<jobs { begin() }
      for await outcomes in group {
        for outcome in outcomes { add(outcome) }
        count += 1
        seedEnded(self)
        begin()
      }
    }
  }

  /// One run of one seed against one kind of Hub.
  public mutating func run(_ seed: UInt64, against kind: HubKind) async {
    add(await Self.outcome(of: seed, kind))
  }

  /// Rare branches that no run has reached; what they guard is then not tested.
  public var unreached: [World.Branch] {
    World.Branch.allCases.filter { (reached[$0] ?? 0) == 0 }
  }

  private mutating func add(_ outcome: Outcome) {
    switch outcome {
    case .success(let branches): reached.merge(branches) { $0 + $1 }
    case .failure(let broke): findings.append(broke.finding)
    }
  }

  private static func outcome(of seed: UInt64, _ kind: HubKind) async -> Outcome {
    do {
      let world = try await world(seed, kind)
      for _ in 0..<steps { try await world.step() }
      try await world.settle()
      try await world.check()
      return .success(world.reached)
    } catch {
      return .failure(Broke(finding: Finding(seed: seed, hub: kind, message: "\(error)")))
    }
  }

  private static func world(_ seed: UInt64, _ kind: HubKind) async throws -> World {
    switch kind {
    case .fake:
      try await World(seed: seed) { clock, dice in
        let hub = FakeHub(clock: clock, random: dice)
        hub.givePages(of: changesPerFakePage)
        return hub
      }
    case .core:
      try await World(seed: seed) { clock, dice in try CoreHub(clock: clock, random: dice) }
    }
  }
}
