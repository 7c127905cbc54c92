import HubContracts
import Testing

/// LOG-05: a checkpoint is a C2SP signed note, and nothing that is not one is taken for it.
@Suite struct AuditCheckpointTests {
  static func signed() throws -> SignedCheckpoint {
    let hub = try #require(HubID(bytes: Array(0..<16)))
    let account = try #require(AccountID(bytes: Array(16..<32)))
    let epochs = try #require(
      AuditEpochs([AuditEpoch(Epoch(1), from: 0), AuditEpoch(Epoch(1_767_225_600), from: 97)]))
    return SignedCheckpoint(
      AuditCheckpoint(
        hub: hub, account: account, size: 128, link: Array(32..<64), epochs: epochs),
      keyHint: [1, 2, 3, 4], signature: [UInt8](repeating: 9, count: 64))
  }

  @Test func `the note is what it was, and is read back`() throws {
    let signed = try Self.signed()

    let text = String(decoding: signed.note, as: UTF8.self)

    #expect(
      text == """
        hub/00010203-0405-0607-0809-0a0b0c0d0e0f/audit/10111213-1415-1617-1819-1a1b1c1d1e1f
        128
        ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=
        epoch 1 from 0
        epoch 1767225600 from 97

        — hub/00010203-0405-0607-0809-0a0b0c0d0e0f \
        AQIDBAkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJ\
        CQkJCQk=

        """)
    #expect(SignedCheckpoint(note: signed.note) == signed)
  }

  @Test func `a note with any byte changed, dropped or added is another or none`() throws {
    let signed = try Self.signed()
    for place in signed.note.indices {
      var changed = signed.note
      changed[place] ^= 1
      var dropped = signed.note
      dropped.remove(at: place)
      var added = signed.note
      added.insert(0x20, at: place)

      for note in [changed, dropped, added] {
        #expect(SignedCheckpoint(note: note) != signed)
      }
    }
    #expect(SignedCheckpoint(note: signed.note + [0x0A]) == nil)
    #expect(SignedCheckpoint(note: Array(signed.note.dropLast())) == nil)
  }

  @Test(arguments: [
    ("128", "0128"), ("128", "+128"), ("128", "-1"), ("128", "0"), ("128", "96"),
    ("epoch 1 from 0\n", ""), ("from 97", "from 129"), ("from 97", "from -1"), ("1767225600", "1"),
    ("epoch 1 from 0\nepoch 1767225600 from 97\n", ""), ("/audit/", "/other/"),
    ("Pj8=", "Pj9="), ("— hub/", "- hub/"), ("\n\n", "\n"),
  ])
  func `a note that no Hub would write is none`(part: String, other: String) throws {
    let text = String(decoding: try Self.signed().note, as: UTF8.self)
    let changed = text.split(separator: part, omittingEmptySubsequences: false)
    let note = changed.joined(separator: other)
    let isStillWritten = part == "epoch 1 from 0\n"

    #expect((SignedCheckpoint(note: Array(note.utf8)) != nil) == isStillWritten)
  }

  @Test func `a page and a testimony are read back, and spoiled ones are refused`() throws {
    let page = AuditPage(
      checkpoint: try Self.signed(), commitments: [Array(0..<32), Array(1..<33)])
    let testimony = AuditTestimonyBody(size: 5, link: Array(0..<32))

    #expect(try AuditPage.read(page.json) == page)
    #expect(try AuditTestimonyBody.read(testimony.json) == testimony)
    #expect(throws: (any Error).self) {
      try AuditPage.read(AuditPage(checkpoint: page.checkpoint, commitments: [[1]]).json)
    }
    #expect(throws: (any Error).self) { try AuditPage.read(Array("{}".utf8)) }
  }

  @Test func `what survives every restore since an epoch is the least that one of them left`()
    throws
  {
    let epochs = try #require(
      AuditEpochs([
        AuditEpoch(Epoch(1), from: 0), AuditEpoch(Epoch(4), from: 50),
        AuditEpoch(Epoch(9), from: 70),
      ]))

    #expect(epochs.kept(since: Epoch(1)) == 50)
    #expect(epochs.kept(since: Epoch(4)) == 70)
    #expect(epochs.kept(since: Epoch(9)) == nil)
    #expect(AuditEpochs([]) == nil)
    #expect(
      AuditEpochs([AuditEpoch(Epoch(4), from: 50), AuditEpoch(Epoch(4), from: 51)]) == nil)
  }
}
