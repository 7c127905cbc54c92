// expect-error: extra argument 'applyChanges' in call
import PersonalSyncKit

func importInto(_ outbound: OutboundSyncRuntime) async throws {
  _ = try await outbound.synchronize(applyChanges: { _ in })
}
