import AnchorModel
import PersonalSyncTesting
import Testing

@testable import Anchor

/// Anchor as the kit's promises for apps use it: a record is a finished session of its own number of hours.
private struct PromisingAnchor: PromisingApp {
  let device: AnchorBench

  func connect() async throws { try await device.connect() }

  func make(_ number: Int) async throws {
    _ = try await device.store.start(words("write"), plannedSeconds: 0)
    device.wait(minutes: 60 * number)
    _ = try await device.store.finish()
  }

  func change(_ number: Int) async throws {
    _ = try await device.store.undo()
    device.wait(minutes: 10)
    _ = try await device.store.finish()
  }

  func delete(_ number: Int) async throws {
    device.wait(minutes: 1)
    let session = try await device.sessions().first { $0.bankedSeconds == 3_600 * number }
    _ = try await device.store.delete(try #require(session).id)
  }

  func synchronize() async throws { try await device.synchronize() }

  func waiting() async throws -> Int { try await device.waiting() }

  func contents() async throws -> Set<String> {
    Set(try await device.sessions().map { "\($0.id) \($0.bankedSeconds / 60)" })
  }
}

@Suite struct AnchorPromiseTests {
  @Test(arguments: AppPromise.allCases)
  func `Anchor keeps what every app promises of syncing`(promise: AppPromise) async throws {
    let world = try await AnchorBench()
    var seed: UInt64 = 1

    try await promise.check {
      seed += 1
      return PromisingAnchor(device: try await AnchorBench(seed: seed, sharing: world))
    }
  }
}
