import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxCrypto

@testable import PersonalSyncSealed

@Suite struct SealingTests {
  let dice = Dice(seed: 5)
  let scope: SealingScope
  let key: DomainKey
  let place = RecordPlace(
    record: RecordID(type: "focusSession", uuid: "3f2b8c1e-7a4d-4e9b-9c1d-0a1b2c3d4e5f"),
    type: "focusSession", modifiedAt: Stamp(milliseconds: 1_796_025_600_123))

  init() throws {
    scope = SealingScope(
      hub: try #require(HubID("6b0c1f7e-3d52-4a8e-9f10-27c4d5e6f708")),
      account: try #require(AccountID("41f9a3b2-0c1d-4e2f-8a3b-4c5d6e7f8091")), domain: .anchor)
    key = RootKey(random: dice).domainKey(scope, epoch: .first)
  }

  @Test func `every length around a size comes back whole, in the smallest envelope`() throws {
    let sizes = [256, 1_024, 4_096, 16_384, 65_536]
    let lengths = Set(sizes.flatMap { [$0 - 94, $0 - 93, $0 - 92] } + [0, 1, 2])
    for length in lengths where length <= SealedEnvelope.detailBytesMax {
      let detail = dice.bytes(length)

      let sealed = try key.seal(detail, in: place, random: dice)

      let travelling = try #require(Base64URL.decode(String(sealed.dropFirst(3)))).count
      #expect(travelling == sizes.first { $0 >= length + 93 })
      #expect(try key.open(sealed, in: place) == detail)
    }
  }

  @Test func `a detail over the limit is refused and takes no randomness`() {
    let detail = [UInt8](repeating: 0, count: SealedEnvelope.detailBytesMax + 1)

    #expect(throws: SealedFault.tooLarge) {
      try key.seal(detail, in: place, random: GivenBytes())
    }
  }

  @Test func `a text over the limit is refused before it is read`() throws {
    let longest = try key.seal(
      [UInt8](repeating: 1, count: SealedEnvelope.detailBytesMax), in: place, random: dice)
    #expect(longest.utf8.count == SealedEnvelope.charactersMax)
    #expect(SealedEnvelope.charactersMax <= SyncLimits.sealedCharactersMax)

    #expect(throws: SealedFault.tooLarge) { try key.open(longest + "A", in: place) }
    #expect(throws: SealedFault.tooLarge) {
      try key.open(String(repeating: "x", count: longest.utf8.count + 1), in: place)
    }
  }

  @Test func `sealing twice gives two texts without a common part`() throws {
    let detail = Array(#"{"title":"write chapter"}"#.utf8)

    let first = try #require(
      Base64URL.decode(String(try key.seal(detail, in: place, random: dice).dropFirst(3))))
    let second = try #require(
      Base64URL.decode(String(try key.seal(detail, in: place, random: dice).dropFirst(3))))

    #expect(first.prefix(9) == second.prefix(9))
    let same = zip(first, second).dropFirst(9).count { $0 == $1 }
    #expect(same < 16)
  }

  @Test func `each changed bit is refused, with the reason of the part that it is in`() throws {
    let sealed = try SealedEnvelope(text: try key.seal([1, 2, 3], in: place, random: dice))
    let bytes = try #require(Base64URL.decode(String(sealed.text.dropFirst(3))))
    for index in bytes.indices {
      let expected: SealedFault =
        switch index {
        case 0..<3: .notSealed
        case 3..<5: .otherVersion
        case 5..<9: .otherEpoch
        case 9..<73: .wrongKey
        default: .otherRecord
        }
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        #expect(throws: expected) {
          try key.open("v1." + Base64URL.encode(changed), in: place)
        }
      }
    }
  }

  @Test func `a detail opens in no other place and under no other key`() throws {
    let sealed = try key.seal([1], in: place, random: dice)
    let other = RecordID(type: "focusSession", uuid: "3f2b8c1e-7a4d-4e9b-9c1d-0a1b2c3d4e60")
    let places = [
      RecordPlace(record: other, type: place.type, modifiedAt: place.modifiedAt),
      RecordPlace(record: place.record, type: "habit", modifiedAt: place.modifiedAt),
      RecordPlace(record: place.record, type: "", modifiedAt: place.modifiedAt),
      RecordPlace(
        record: place.record, type: place.type,
        modifiedAt: Stamp(milliseconds: place.modifiedAt.milliseconds + 1)),
    ]
    for elsewhere in places {
      #expect(throws: SealedFault.otherRecord) { try key.open(sealed, in: elsewhere) }
    }
    let root = RootKey(random: dice)
    #expect(throws: SealedFault.wrongKey) {
      try root.domainKey(scope, epoch: .first).open(sealed, in: place)
    }
    let second = try #require(KeyEpoch(2))
    #expect(throws: SealedFault.otherEpoch) {
      try root.domainKey(scope, epoch: second).open(sealed, in: place)
    }
  }

  @Test func `the key alone, in a scope of somebody's choice, opens nothing`() throws {
    let sealed = try key.seal([1], in: place, random: dice)
    let elsewhere = SealingScope(hub: scope.hub, account: scope.account, domain: .habits)
    let moved = try #require(DomainKey(scope: elsewhere, epoch: .first, secret: key.secret))

    #expect(throws: SealedFault.otherRecord) { try moved.open(sealed, in: place) }
  }

  @Test func `two records that exchange their details are both refused`() throws {
    let there = RecordPlace(
      record: RecordID(type: "habit", uuid: "00000000-0000-4000-8000-000000000001"),
      type: "habit", modifiedAt: place.modifiedAt)
    let here = try key.seal([1], in: place, random: dice)
    let other = try key.seal([1], in: there, random: dice)

    #expect(throws: SealedFault.otherRecord) { try key.open(other, in: place) }
    #expect(throws: SealedFault.otherRecord) { try key.open(here, in: there) }
  }

  @Test func `no beginning of a text opens, and none is a crash`() throws {
    let sealed = try key.seal([1, 2, 3], in: place, random: dice)
    for length in 0..<sealed.utf8.count {
      #expect(throws: SealedFault.self) { try key.open(String(sealed.prefix(length)), in: place) }
    }
  }

  @Test func `what was changed at random is refused, whatever was changed`() throws {
    for _ in 0..<2_000 {
      let sealed = try key.seal(dice.bytes(dice.roll(300)), in: place, random: dice)
      var text = Array(sealed.utf8)
      for _ in 0...dice.roll(3) {
        switch dice.roll(3) {
        case 0: text[dice.roll(text.count)] ^= UInt8(1 + dice.roll(255))
        case 1: text.remove(at: dice.roll(text.count))
        default: text.insert(UInt8(dice.roll(256)), at: dice.roll(text.count + 1))
        }
      }
      let changed = String(decoding: text, as: UTF8.self)
      if changed == sealed { continue }
      #expect(throws: SealedFault.self) { try key.open(changed, in: place) }
    }
  }

  @Test func `keys show nothing of themselves`() {
    #expect("\(key)" == "DomainKey(redacted)" && "\(RootKey(random: dice))" == "RootKey(redacted)")
    var shown = ""
    dump(key, to: &shown)
    #expect(!shown.contains(Hex.encode(key.secret.copied())))
    #expect(!shown.contains("\(key.secret.copied().map(String.init).joined(separator: ", "))"))
  }

  @Test func `every refusal is on the page, and the page has no other`() throws {
    let page = try Vectors.codesOnThePage()
    let codes =
      SealedFault.allCases.map(\.code) + DirectoryFault.allCases.map(\.code)
      + WrapFault.allCases.map(\.code) + PairingFault.allCases.map(\.code)

    #expect(page == codes)
  }
}

@Suite struct RollbackRuleTests {
  private static func seen(_ milliseconds: Int64, _ detail: String?) -> RollbackRule.Seen {
    RollbackRule.Seen(
      modifiedAt: Stamp(milliseconds: milliseconds),
      detailHash: detail.map { RollbackRule.Seen.hash(Array($0.utf8)) })
  }

  @Test func `what is first or later is newer`() {
    #expect(RollbackRule.verdict(on: Self.seen(5, "a"), after: nil) == .newer)
    #expect(RollbackRule.verdict(on: Self.seen(6, "b"), after: Self.seen(5, "a")) == .newer)
    #expect(RollbackRule.verdict(on: Self.seen(6, "b"), after: Self.seen(5, nil)) == .newer)
  }

  @Test func `what was seen before is the same`() {
    #expect(RollbackRule.verdict(on: Self.seen(5, "a"), after: Self.seen(5, "a")) == .same)
    #expect(RollbackRule.verdict(on: Self.seen(5, nil), after: Self.seen(5, nil)) == .same)
  }

  @Test func `what is earlier, or another of the same time, was rolled back`() {
    let now = Self.seen(5, "a")
    for change in [Self.seen(4, "a"), Self.seen(5, "b"), Self.seen(5, nil)] {
      #expect(RollbackRule.verdict(on: change, after: now) == .rolledBack)
    }
    #expect(
      RollbackRule.verdict(on: Self.seen(4, "a"), after: Self.seen(5, nil)) == .rolledBack)
  }
}
