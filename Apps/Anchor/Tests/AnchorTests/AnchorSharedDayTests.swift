import AnchorModel
import AppShell
import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing

@testable import Anchor

/// What other apps said, on Anchor's day (docs/protocol/sharing.md).
@Suite struct AnchorSharedDayTests {
  private let device: AnchorBench
  private let hub: FakeHub
  private let ada: FakeHub.Account
  private let today = HubContracts.Day(number: 20_787)

  init() async throws {
    device = try await AnchorBench()
    hub = device.bench.hub
    ada = hub.account("Ada", timeZone: "Europe/Berlin")
    try await device.connect()
    var training = SetlineDaySummary()
    training.isPlanned = true
    hub.tell(training, of: today, in: ada)
    var people = KithDaySummary()
    people.followUpsDue = 2
    people.birthdaysNext7 = 1
    hub.tell(people, of: today, in: ada)
  }

  @Test func `the day shows what is shared in the contracts' words, and nothing that is not`()
    async throws
  {
    try await device.synchronize()
    let before = try await lines()
    hub.share([.readSummaries(.setline), .readSummaries(.kith)], in: ada)
    try await device.synchronize()

    #expect(before.isEmpty)
    #expect(
      try await lines() == [
        "Setline: planned", "Kith: follow ups due: 2, birthdays next 7: 1",
      ])
  }

  @Test func `offline it still shows it, and since when`() async throws {
    hub.share([.readSummaries(.setline)], in: ada)
    try await device.synchronize()

    device.wait(minutes: 61)

    let view = try await device.store.view()
    #expect(view.sharedWords.title == "From your other apps, as of 09:00")
    #expect(
      DayWords(view).answer.text.hasSuffix(
        "\n\nFrom your other apps, as of 09:00:\n  Setline  planned"))
  }

  @Test func `another day shows that day, as far as it was read`() async throws {
    hub.share([.readSummaries(.kith)], in: ada)
    var quiet = KithDaySummary()
    quiet.interactions = 0
    hub.tell(quiet, of: today.adding(1), in: ada)
    try await device.synchronize()

    let tomorrow = AnchorModel.Day(today.adding(1))
    #expect(try await lines(of: tomorrow) == ["Kith: nothing so far"])
    #expect(try await lines(of: AnchorModel.Day(today.adding(30))).isEmpty)
  }

  @Test func `after signing out nothing of other apps is shown`() async throws {
    hub.share([.readSummaries(.setline)], in: ada)
    try await device.synchronize()

    try await device.connection.signOut()

    #expect(try await lines().isEmpty)
  }

  private func lines(of day: AnchorModel.Day? = nil) async throws -> [String] {
    try await device.store.view(of: day).sharedWords.lines.map { "\($0.app): \($0.text)" }
  }
}
