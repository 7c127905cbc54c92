// expect-error: extra argument 'replayFromStart' in call
import PersonalSyncKit

func replay(_ outbound: OutboundSyncRuntime) async throws {
  _ = try await outbound.synchronize(replayFromStart: true)
}
