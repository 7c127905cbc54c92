// expect-success
import PersonalSyncKit
import ToolboxSQLite

func synchronize(
  _ attached: PersonalSyncRuntime, _ detached: DetachedSyncRuntime, _ outbound: OutboundSyncRuntime
) async throws {
  _ = try await attached.synchronize(replayFromStart: true) { _, _ in }
  _ = try await detached.synchronize(replayFromStart: true) { _ in await Task.yield() }
  _ = try await outbound.synchronize()
}
