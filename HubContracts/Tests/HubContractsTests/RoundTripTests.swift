import HubContracts
import Testing

/// Values made by a seed, from the whole range that their types allow.
private struct RandomValues {
  var chance: SeededGenerator

  mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
    Int64.random(in: range, using: &chance)
  }

  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &chance) }

  mutating func flag() -> Bool { Bool.random(using: &chance) }

  mutating func identifier<Named>() -> Identifier<Named> {
    guard let identifier = Identifier<Named>(bytes: (0..<16).map { _ in UInt8(int(0...255)) })
    else {
      preconditionFailure("16 bytes are an identifier")
    }
    return identifier
  }

  mutating func minute() -> Minute { Minute(number: number(-1_100_000_000...4_300_000_000)) }

  mutating func record() -> RecordID {
    let uuid: DocumentID = identifier()
    return switch int(0...2) {
    case 0: Sample.record(uuid.description)
    case 1: RecordID(type: "focusSession", uuid: uuid.description)
    default: .summary(Day(number: number(-800_000...3_000_000)))
    }
  }

  mutating func facts() -> FocusSessionFacts {
    FocusSessionFacts(
      startedAt: minute(), endedAt: flag() ? minute() : nil, focusedMinutes: int(0...1_440),
      completed: flag())
  }

  mutating func body() -> [UInt8] {
    RecordBody(
      type: "focusSession", facts: FocusSessionFacts.contract.encode(facts()),
      sealed: flag() ? "v1." + String(repeating: "aZ_-", count: int(1...300)) : nil
    ).canonical
  }

  mutating func change() -> Change {
    let isDelete = flag()
    return Change(
      cursor: Cursor(number(1...Int64.max - 1)), id: identifier(), domain: .anchor,
      record: record(), operation: isDelete ? .delete : .upsert,
      version: Version(number(1...Int64.max - 1)), occurredAt: minute(),
      modifiedAt: Stamp(milliseconds: number(0...SyncLimits.stampMax)),
      recordedAtMilliseconds: number(-62_000_000_000_000...253_000_000_000_000),
      origin: identifier(), body: isDelete ? RecordBody.tombstone : body())
  }

  mutating func mutation() -> Mutation {
    let uuid: DocumentID = identifier()
    let isDelete = flag()
    return Mutation(
      record: Sample.record(uuid.description), key: identifier(),
      operation: isDelete ? .delete : .upsert, base: Version(number(0...Int64.max - 1)),
      occurredAt: minute(),
      modifiedAt: flag() ? Stamp(milliseconds: number(0...SyncLimits.stampMax)) : nil,
      body: isDelete ? RecordBody.tombstone : body())
  }

  mutating func outcome() -> PushResult.Outcome {
    let version = Version(number(1...Int64.max - 1))
    let cursor = Cursor(number(0...Int64.max - 1))
    return switch int(0...3) {
    case 0: .accepted(version: version, cursor: cursor)
    case 1: .duplicate(version: version, cursor: cursor)
    case 2: .conflict(expected: .absent, actual: version, current: flag() ? change() : nil)
    default:
      .rejected(
        code: "contract_violation", field: flag() ? "completed" : nil,
        reason: flag() ? "wrong_kind" : nil)
    }
  }
}

@Suite struct RoundTripTests {
  static let seeds = UInt64(1)...20

  @Test(arguments: seeds)
  func `a push says the same after it was written and read`(seed: UInt64) throws {
    var random = RandomValues(chance: SeededGenerator(seed: seed))
    let mutations = (0..<random.int(1...100)).map { _ in random.mutation() }
    let device: DeviceID = random.identifier()

    let read = try PushRequest.read(
      PushRequest(domain: .anchor, device: device, mutations: mutations).json)

    #expect(read.device == device)
    #expect(try read.items.map { try $0.content.get() } == mutations)
  }

  @Test(arguments: seeds)
  func `a page says the same after it was written and read`(seed: UInt64) throws {
    var random = RandomValues(chance: SeededGenerator(seed: seed))
    let page = PullPage(
      changes: (0..<random.int(0...50)).map { _ in random.change() },
      cursor: Cursor(random.number(0...Int64.max - 1)), hasMore: random.flag(),
      epoch: random.flag() ? Epoch(random.number(0...Int64.max)) : nil)

    #expect(try PullPage.read(page.json, domain: .anchor) == page)
  }

  @Test(arguments: seeds)
  func `an answer says the same after it was written and read`(seed: UInt64) throws {
    var random = RandomValues(chance: SeededGenerator(seed: seed))
    let answer = PushAnswer(
      results: (0..<random.int(0...100)).map { _ in
        PushResult(
          id: random.record().description, key: (random.identifier() as IdempotencyKey).description,
          outcome: random.outcome())
      }, epoch: Epoch(1))

    #expect(try PushAnswer.read(answer.json, domain: .anchor) == answer)
  }

  @Test(arguments: seeds)
  func `facts say the same after they were written and read`(seed: UInt64) throws {
    var random = RandomValues(chance: SeededGenerator(seed: seed))

    for _ in 0..<50 {
      let facts = random.facts()
      let bytes = FocusSessionFacts.contract.encode(facts)
      #expect(try FocusSessionFacts.contract.decode(bytes) == facts)
    }
  }

  @Test(arguments: seeds)
  func `ids and times say the same after they were written and read`(seed: UInt64) {
    var random = RandomValues(chance: SeededGenerator(seed: seed))

    for _ in 0..<50 {
      let identifier: ChangeID = random.identifier()
      #expect(ChangeID(identifier.description) == identifier)
      #expect(ChangeID(bytes: identifier.bytes) == identifier)
      let record = random.record()
      #expect(RecordID(record.description) == record)
      let minute = random.minute()
      #expect(Minute(minute.description) == minute)
      let milliseconds = random.number(-62_135_596_800_000...253_402_300_799_999)
      #expect(ISOTime.milliseconds(of: ISOTime.text(ofMilliseconds: milliseconds)) == milliseconds)
    }
  }
}

@Suite struct MutationBudgetTests {
  @Test func `the longest mutation keeps to the bytes that a batch reckons for it`() throws {
    let type = String(repeating: "w", count: 32)
    let mutation = Mutation(
      record: RecordID(type: type, uuid: Sample.session), key: Sample.identifier(Sample.key),
      operation: .upsert, base: Version(.max), occurredAt: Minute(number: .max),
      modifiedAt: Stamp(milliseconds: .min), body: [])

    let request = {
      PushRequest(domain: .anchor, device: Sample.push.device, mutations: $0).json.count
    }

    let one = request([mutation])
    let two = request([mutation, mutation])
    #expect(mutation.record.description.utf8.count == RecordID.charactersMax)
    #expect(two - one <= Mutation.envelopeBytesMax)
    #expect(two - one > Mutation.envelopeBytesMax / 2)
  }
}
