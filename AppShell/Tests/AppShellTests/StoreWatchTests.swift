import AppShell
import AppShellTesting
import Testing

@Suite struct StoreWatchTests {
  private let bench = Bench()

  @Test func `what another process saves is news once`() async throws {
    let ours = try SampleApp.open(on: bench)
    let watch = try StoreWatch(ours)
    #expect(try await watch.hasNews() == false)
    let theirs = try SampleApp.open(on: bench)

    try await SampleApp.save(1, minutes: 25, in: theirs, on: bench)

    #expect(try await watch.hasNews())
    #expect(try await watch.hasNews() == false)
  }

  @Test func `what a pass writes is no news`() async throws {
    let connection = try await SampleApp.connection(on: bench)
    try await bench.connect(connection, as: bench.hub.account("Ada"))
    try await SampleApp.save(1, minutes: 25, in: connection.store, on: bench)
    let watch = try StoreWatch(connection.store)
    _ = try await watch.hasNews()

    _ = try await connection.synchronize()

    #expect(try await watch.hasNews() == false)
  }
}
