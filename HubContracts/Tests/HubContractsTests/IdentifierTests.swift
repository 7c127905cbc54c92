import HubContracts
import Testing

@Suite struct IdentifierTests {
  @Test func `an identifier is its text and its 16 bytes`() throws {
    let identifier = try #require(DeviceID("00ff10a9-0123-4567-89ab-cdef01234567"))

    #expect(identifier.description == "00ff10a9-0123-4567-89ab-cdef01234567")
    #expect(
      identifier.bytes == [
        0x00, 0xFF, 0x10, 0xA9, 0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0x01, 0x23, 0x45,
        0x67,
      ])
    #expect(DeviceID(bytes: identifier.bytes) == identifier)
  }

  @Test(arguments: [
    "", "00ff10a9-0123-4567-89ab-cdef0123456", "00ff10a9-0123-4567-89ab-cdef012345678",
    "00FF10A9-0123-4567-89AB-CDEF01234567", "00ff10a9-0123-4567-89ab-cdef0123456g",
    "00ff10a9-0123-456789ab--cdef01234567", "00ff10a90-123-4567-89ab-cdef01234567",
    "{0ff10a9-0123-4567-89ab-cdef0123456}", "00ff10a9 0123 4567 89ab cdef01234567",
    "------------------------------------", "0ff10a9é-0123-4567-89ab-cdef0123456",
  ])
  func `any other text is refused`(text: String) {
    #expect(DeviceID(text) == nil)
  }

  @Test(arguments: [0, 15, 17])
  func `any other number of bytes is refused`(count: Int) {
    #expect(DeviceID(bytes: [UInt8](repeating: 1, count: count)) == nil)
  }
}

@Suite struct RecordIDTests {
  @Test func `an id tells its type or its day`() throws {
    let bare = try #require(RecordID(Sample.session))
    let typed = try #require(RecordID("focusSession-\(Sample.session)"))
    let summary = try #require(RecordID("summary-2026-11-30"))

    #expect(bare.isBareUUID && bare.type == nil && bare.summaryDay == nil)
    #expect(!typed.isBareUUID && typed.type == "focusSession" && typed.summaryDay == nil)
    #expect(!summary.isBareUUID && summary.type == nil)
    #expect(summary.summaryDay == Day(number: 20_787))
    #expect(RecordID.summary(Day(number: 20_787)) == summary)
    #expect(RecordID(type: "focusSession", uuid: Sample.session) == typed)
  }

  @Test(arguments: [
    "", "my diary", "summary-", "summary-2026-02-30", "summary-2026-11-30x",
    "summary-\(Sample.session)",
    "Summary-2026-11-30", "-\(Sample.session)", "focus-Session-\(Sample.session)",
    "focus session-\(Sample.session)", "focus1-\(Sample.session)", "föcus-\(Sample.session)",
    "focusSession\(Sample.session)", "focusSession-\(Sample.session.uppercased())",
    "\(String(repeating: "a", count: 33))-\(Sample.session)", "\(Sample.session)-focusSession",
    "focusSession-\(Sample.session) ",
  ])
  func `any other text is no id`(text: String) {
    #expect(RecordID(text) == nil)
  }

  @Test func `a domain allows its own types, its summaries and bare ids`() {
    let typed = RecordID(type: "focusSession", uuid: Sample.session)
    let diary = RecordID(type: "dearDiaryILoveHer", uuid: Sample.session)

    #expect(ContractTable.allows(typed, in: .anchor))
    #expect(ContractTable.allows(.summary(Day(number: 0)), in: .anchor))
    #expect(ContractTable.allows(Sample.record(Sample.session), in: .anchor))
    #expect(!ContractTable.allows(diary, in: .anchor))
    #expect(!ContractTable.allows(typed, in: .kith))
    #expect(!ContractTable.allows(.summary(Day(number: 0)), in: .journal))
    #expect(
      !ContractTable.allows(RecordID(type: "daySummary", uuid: Sample.session), in: .anchor))
  }
}
