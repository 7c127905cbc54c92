import Testing

@testable import HubContracts

@Suite struct ContractsDigestTests {
  private static let contract = FocusSessionFacts.contract.record

  private static func contract(
    _ type: String = "focusSession", rules: [FactRule]? = nil, isContentFrozen: Bool = false
  ) -> RecordContract {
    RecordContract(
      domain: .anchor, type: type, rules: rules ?? contract.rules, isDaySummary: false,
      isContentFrozen: isContentFrozen)
  }

  @Test func `the digest is another once anything that decides what is taken is another`() {
    let rule = FactRule(name: "completed", kind: .flag, isRequired: true)
    let others = [
      ContractsDigest(of: [], limits: 1),
      ContractsDigest(of: [Self.contract()], limits: 2),
      ContractsDigest(of: [Self.contract("habit")], limits: 1),
      ContractsDigest(of: [Self.contract(rules: [rule])], limits: 1),
      ContractsDigest(of: [Self.contract(isContentFrozen: true)], limits: 1),
      ContractsDigest(
        of: [
          Self.contract(rules: [FactRule(name: "completed", kind: .flag, isRequired: false)])
        ], limits: 1),
    ]

    #expect(Set(others).count == others.count)
    #expect(!others.contains(ContractsDigest(of: [Self.contract()], limits: 1)))
    #expect(
      ContractsDigest(of: [Self.contract], limits: 1)
        == ContractsDigest(of: [Self.contract()], limits: 1))
  }

  @Test func `a digest is written in 16 digits and read again`() {
    let digest = ContractsDigest.ofThisProgram

    #expect(digest.description.utf8.count == 16)
    #expect(ContractsDigest(utf8: Array(digest.description.utf8)[...]) == digest)
  }

  @Test(arguments: [
    "", "0123456789abcde", "0123456789ABCDEF", "0123456789abcdefa", "g123456789abcdef",
  ])
  func `another text is no digest`(text: String) {
    #expect(ContractsDigest(utf8: Array(text.utf8)[...]) == nil)
  }

  @Test func `a page says the digest, and one of a form unknown here is passed over`() throws {
    let page = PullPage(
      changes: [], cursor: Cursor(1), hasMore: false, epoch: Epoch(1), contracts: .ofThisProgram)
    let strange = Array(#"{"changes":[],"cursor":1,"hasMore":false,"contracts":{"v":2}}"#.utf8)

    #expect(try PullPage.read(page.json, domain: .anchor) == page)
    #expect(try PullPage.read(strange, domain: .anchor).contracts == nil)
  }
}
