import HubContracts
import Testing
import ToolboxJSON

/// Requests and answers about actions, as they travel; golden files are frozen.
@Suite struct ActionWireTests {
  static let id: ActionID = Sample.identifier("3f2b8c1e-7a4d-4e9b-9c1d-0a1b2c3d4e5f")
  static let session = Sample.record("focusSession-\(Sample.key)")
  static let precondition = ActionPrecondition(session, Version(7))
  static let proposal = ActionProposal(
    id, StartFocus(minutes: 25, theme: .writing), precondition: precondition)

  static let lease = ActionLease(
    account: Sample.identifier("11111111-1111-4111-8111-111111111111"),
    session: Sample.identifier("22222222-2222-4222-8222-222222222222"), action: proposal,
    risk: .low, undoes: Sample.identifier("33333333-3333-4333-8333-333333333333"), fence: 2,
    nowMilliseconds: 1_796_027_400_000, leaseEndsAtMilliseconds: 1_796_027_460_000,
    expiresAtMilliseconds: 1_796_027_520_000)

  static let receipts =
    [
      ActionReceipt(
        fence: 2,
        .applied(refs: [session], inverse: .takeBack(in: .anchor, requiring: precondition))),
      ActionReceipt(
        fence: 3,
        .applied(
          refs: [], inverse: InverseAction(StartFocus(minutes: 50), requiring: precondition))),
      ActionReceipt(fence: 4, .applied(refs: [], inverse: nil)),
    ] + ActionRefusal.allCases.map { ActionReceipt(fence: 5, .rejected($0)) }

  static let inbox = ActionInbox([
    ActionInbox.Item(id, ActionName(.anchor, "startFocus"), .low),
    ActionInbox.Item(
      Sample.identifier("33333333-3333-4333-8333-333333333333"),
      ActionName(.anchor, "forgetHubData"), .high),
  ])

  static let performed = PerformedActionsRequest([
    ActionName(.anchor, "startFocus"), ActionName(.anchor, "takeBack"),
  ])

  @Test func `everything is written and read as its golden line`() throws {
    let golden = try Fixture.wireLines("v2/action-messages.jsonl").map { Array($0.utf8) }
    let written =
      [Self.proposal.json, Self.lease.json, Self.inbox.json, Self.performed.json]
      + Self.receipts.map(\.json)

    #expect(written.map(Self.text) == golden.map(Self.text))
    #expect(
      try ActionProposal.read(golden[0], as: StartFocus.action.contract) == Self.proposal)
    #expect(try ActionLease.read(golden[1]) == Self.lease)
    #expect(try ActionInbox.read(golden[2]) == Self.inbox)
    #expect(try PerformedActionsRequest.read(golden[3]) == Self.performed)
    #expect(
      try golden.dropFirst(4).map { try ActionReceipt.read($0, in: .anchor) } == Self.receipts)
  }

  @Test func `any byte changed is read or refused, and never traps`() throws {
    let readers: [([UInt8], ([UInt8]) throws -> Void)] =
      [
        (Self.proposal.json, { _ = try ActionProposal.read($0, as: StartFocus.action.contract) }),
        (Self.lease.json, { _ = try ActionLease.read($0) }),
        (Self.inbox.json, { _ = try ActionInbox.read($0) }),
        (Self.performed.json, { _ = try PerformedActionsRequest.read($0) }),
      ]
      + Self.receipts.prefix(2).map {
        ($0.json, { _ = try ActionReceipt.read($0, in: .anchor) })
      }

    for (bytes, read) in readers {
      var refused = 0
      for index in bytes.indices {
        for byte in stride(from: UInt8.min, to: UInt8.max, by: 3) where byte != bytes[index] {
          var changed = bytes
          changed[index] = byte
          do { try read(changed) } catch { refused += 1 }
        }
      }
      #expect(refused > bytes.count)
    }
  }

  @Test(arguments: [
    #"{"fence":1,"result":"applied","refs":[],"reason":"failed"}"#,
    #"{"fence":1,"result":"rejected","reason":"because I say so"}"#,
    #"{"fence":1,"result":"rejected"}"#, #"{"fence":0,"result":"rejected","reason":"failed"}"#,
    #"{"fence":1,"result":"applied","refs":["meal-3f2b8c1e-7a4d-4e9b-9c1d-0a1b2c3d4e5f"]}"#,
    #"{"fence":1,"result":"applied","refs":[],"note":"hello"}"#,
    #"{"fence":1,"result":"applied","refs":[],"inverse":{"action":"forgetHubData","parameters":{},"precondition":{"ref":"3f2b8c1e-7a4d-4e9b-9c1d-0a1b2c3d4e5f","version":1}}}"#,
  ])
  func `a receipt with words, or with what is not its domain's, is refused (ACT-02)`(
    receipt: String
  ) {
    #expect(throws: RequestRefusal.self) {
      try ActionReceipt.read(Array(receipt.utf8), in: .anchor)
    }
  }

  @Test func `parameters that break their contract are refused by name, never by value`() {
    let body = #"{"id":"3f2b8c1e-7a4d-4e9b-9c1d-0a1b2c3d4e5f","parameters":{"minutes":777}}"#

    #expect {
      try ActionProposal.read(Array(body.utf8), as: StartFocus.action.contract)
    } throws: { error in
      guard let refusal = error as? RequestRefusal else { return false }
      return refusal.code == .contractViolation && refusal.message.contains("minutes")
        && !refusal.message.contains("777")
    }
  }

  @Test func `an app that performs what this Hub does not know says what it does all the same`()
    throws
  {
    let body =
      #"{"actions":[{"domain":"anchor","action":"fly"},{"domain":"anchor","action":"startFocus"}]}"#

    #expect(
      try PerformedActionsRequest.read(Array(body.utf8)).actions == [
        ActionName(.anchor, "startFocus")
      ])
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
