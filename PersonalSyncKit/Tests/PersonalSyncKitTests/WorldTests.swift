import PersonalSyncTesting
import Testing

/// Seeded runs of the kit against the fake Hub; the real core runs in Checks/Simulation.
@Suite struct WorldTests {
  @Test(arguments: UInt64(1)...4)
  func `devices that stop writing and sync twice agree and nothing is lost`(seed: UInt64)
    async throws
  {
    let world = try await World(seed: seed)

    do {
      for _ in 0..<200 { try await world.step() }
      try await world.settle()
      try await world.check()
    } catch { Issue.record("\(error); to replay it: SIM_SEED=\(seed) script/sim") }
  }
}
