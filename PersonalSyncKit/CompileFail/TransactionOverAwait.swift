// expect-error: cannot pass function of type
import PersonalSyncKit

func wait(_ attached: PersonalSyncRuntime) async throws {
  _ = try await attached.synchronize { _, _ in await Task.yield() }
}
