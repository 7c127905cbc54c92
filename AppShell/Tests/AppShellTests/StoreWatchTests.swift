import AppShellTesting
import Testing

@testable import AppShell

@Suite struct StoreWatchTests {
  private let bench = Bench()

  @Test func `what another process saves is news once`() async throws {
    let ours = try SampleApp.open(on: bench)
    let watch = try StoreWatch(ours)
    #expect(try await watch.look() == .nothing)
    let theirs = try SampleApp.open(on: bench)

    try await SampleApp.save(1, minutes: 25, in: theirs, on: bench)

    #expect(try await watch.look() == .changes)
    #expect(try await watch.look() == .nothing)
  }

  @Test func `what a pass writes is no news`() async throws {
    let connection = try await SampleApp.connection(on: bench)
    try await bench.connect(connection, as: bench.hub.account("Ada"))
    try await SampleApp.save(1, minutes: 25, in: connection.store, on: bench)
    let watch = try StoreWatch(connection.store)
    _ = try await watch.look()

    _ = try await connection.synchronize()

    #expect(try await watch.look() == .nothing)
  }

  @Test func `signing in, approving and signing out elsewhere are noticed, with nothing waiting`()
    async throws
  {
    let watch = try StoreWatch(try SampleApp.open(on: bench))
    let theirs = try await SampleApp.connection(on: bench)
    _ = try await watch.look()

    try await bench.signIn(theirs, as: bench.hub.account("Ada"))
    #expect(try await watch.look() == .anotherConnection)
    if case .asked(let question) = try await theirs.approval() {
      try await theirs.approve(question)
    }
    #expect(try await watch.look() == .anotherConnection)
    try await theirs.signOut()
    #expect(try await watch.look() == .anotherConnection)
  }
}
