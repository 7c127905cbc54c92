import HubContracts
import PersonalSyncKit
import Testing
import ToolboxHTTPClient

@testable import AppShell

@Suite struct TroubleWriterTests {
  private let writer = TroubleWriter(
    SampleApp.profile, folder: StoreFolder(app: "anchor", path: "/data/mine"), waiting: 3)

  @Test(arguments: HubErrorCode.allCases)
  func `each refusal of the Hub is a sentence, and says that nothing is lost`(
    code: HubErrorCode
  ) {
    let trouble = writer.refused(code.rawValue, retryAfterSeconds: nil)

    #expect(trouble.code == code.rawValue)
    #expect(trouble.what.hasSuffix("."))
    #expect(trouble.remedy.hasSuffix("Your 3 waiting changes are safe."))
  }

  @Test(arguments: [
    SyncError.ownership(.differentAccount), .ownership(.approvalRequired), .sessionChanged,
    .signInNeeded, .unreachable(.cannotConnect), .unreachable(.tlsFailed),
    .unreachable(.malformedResponse), .unreachable(.cancelled), .invalidResponse,
    .hubRefused(code: "a_code_of_a_newer_hub", retryAfterSeconds: 5), .applyFailed(Failure()),
    .recursiveSynchronize,
  ])
  func `each way in which a pass stops says that what waits is safe`(error: SyncError) {
    let trouble = writer.trouble(error)

    #expect(trouble.code == error.code)
    #expect(trouble.what.hasSuffix("."))
    #expect(trouble.remedy.hasSuffix("Your 3 waiting changes are safe."))
  }

  @Test(arguments: [
    StoreError.noFolder, .folderUnusable(path: "/x", errno: 13), .damaged(code: 11), .newerSchema,
    .diskFull, .unavailable(code: "sqlite.busy"), .detailLocked,
    .contentFrozen,
  ])
  func `each trouble of the store says what became of the records`(error: StoreError) {
    let trouble = writer.trouble(error)

    #expect(trouble.kind == .store)
    #expect(trouble.code == error.code)
    #expect(!trouble.what.isEmpty && !trouble.remedy.isEmpty)
  }

  @Test func `a command of a store that the person named carries its folder`() {
    #expect(writer.command("sync") == "anchor sync --data /data/mine")
    #expect(
      TroubleWriter(
        SampleApp.profile, folder: StoreFolder(app: "anchor", path: "/home/a", isChosen: false)
      ).command("sync") == "anchor sync")
  }

  @Test(arguments: [
    (nil, "Nothing is lost."), (0, "Nothing is lost."), (1, "Your waiting change is safe."),
  ])
  func `what waits is counted`(waiting: Int?, words: String) {
    #expect(TroubleWriter(SampleApp.profile, waiting: waiting).waitingIsSafe == words)
  }

  @Test func `a damaged store says where the backups are and that it was not touched`() {
    let trouble = writer.trouble(StoreError.damaged(code: 11))

    #expect(trouble.what == "The store /data/mine/anchor.db is damaged.")
    #expect(trouble.remedy.hasPrefix("It was not touched."))
    #expect(trouble.remedy.contains("/data/mine/backups"))
  }

  private struct Failure: Error {}
}
