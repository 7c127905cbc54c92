import PersonalSyncKit
import Testing

@testable import AppShell

/// What a person is told of the Hub's record of what happened.
@Suite struct AuditWordsTests {
  private func words(_ change: (inout AuditStatus) -> Void = { _ in }) -> AuditWords {
    var status = AuditStatus(size: 128, checkedAtMilliseconds: 5)
    change(&status)
    return AuditWords(status: status) { "at \($0)" }
  }

  @Test func `a record that fits is a detail and no notice`() {
    #expect(words().detail == "128 entries checked, the newest at 5")
    #expect(words().notices.isEmpty)
  }

  @Test(arguments: [
    (AuditAlarm.forked, "is another than this device has seen"),
    (.shortened, "is shorter than this device has seen"), (.unsigned, "is not signed by it"),
    (.withheld, "no longer shows"),
  ])
  func `an alarm says what is wrong, since when, and that no data is touched`(
    alarm: AuditAlarm, part: String
  ) {
    let notices = words {
      $0.alarm = alarm
      $0.alarmSinceMilliseconds = 7
      $0.evidence = 1
    }.notices

    #expect(notices.count == 1 && notices[0].contains(part))
    #expect(notices[0].contains("since at 7") && notices[0].contains("Your data is not touched"))
  }

  @Test func `a restore says how many entries are gone`() {
    let notices = words {
      $0.lost = 7...9
      $0.lostAtMilliseconds = 8
    }.notices

    #expect(
      notices == [
        "The Hub was put back to an older state (heard at 8): 3 entries of its record are gone."
      ])
  }

  @Test func `what the person accepted is told, and since when`() {
    let notices = words {
      $0.evidence = 1
      $0.acceptedAtMilliseconds = 9
    }.notices

    #expect(notices.count == 1 && notices[0].contains("You let another record"))
    #expect(notices[0].contains("at 9") && notices[0].contains("is kept here"))
  }

  @Test func `an alarm that is over leaves word of its evidence`() {
    #expect(words { $0.evidence = 2 }.notices.map { $0.contains("did not fit before") } == [true])
  }
}
