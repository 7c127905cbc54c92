import HubContracts
import HubCore
import HubTesting
import Testing
import ToolboxCrypto

/// LOG-02, LOG-05: whatever is done to a chain is found, and is called what it is.
@Suite struct AuditVerifierTests {
  /// A chain as it was written, which a test then spoils.
  struct Chain {
    var rows: [AuditRow] = []
    var head: AuditHead?
    let epochs: AuditEpochs

    init(_ count: Int, random: CountingRandom = CountingRandom()) {
      guard let epochs = AuditEpochs([AuditEpoch(Epoch(1), from: 0)]) else {
        preconditionFailure("one epoch is some")
      }
      self.epochs = epochs
      for number in 0..<count { append("event \(number)", random: random) }
    }

    mutating func append(_ text: String, random: CountingRandom) {
      append(Array(text.utf8), random: random)
    }

    mutating func append(_ bytes: [UInt8], random: CountingRandom) {
      let number = Int64(rows.count + 1)
      let content = AuditRow.Content(salt: random.bytes(32), bytes: bytes)
      let commitment = AuditLink.commitment(salt: content.salt, content: content.bytes)
      let link = AuditLink.link(
        after: rows.last?.link ?? AuditChain.start, number: number, commitment: commitment)
      rows.append(
        AuditRow(
          number: number, commitment: commitment, link: link, isErased: false, content: content))
      head = AuditHead(size: number, link: link, epochs: epochs)
    }

    /// Puts every link right again after `rows` were changed, as somebody does who wants to hide it.
    mutating func relink() {
      var link = AuditChain.start
      for place in rows.indices {
        rows[place].number = Int64(place + 1)
        if let content = rows[place].content {
          rows[place].commitment = AuditLink.commitment(
            salt: content.salt, content: content.bytes)
        }
        link = AuditLink.link(
          after: link, number: rows[place].number, commitment: rows[place].commitment)
        rows[place].link = link
      }
      head = AuditHead(size: Int64(rows.count), link: link, epochs: epochs)
    }

    func checkpoint(at size: Int) -> AuditCheckpoint {
      AuditCheckpoint(
        hub: AuditEventTests.identifier(0..<16), account: AuditEventTests.identifier(1..<17),
        size: Int64(size), link: rows[size - 1].link, epochs: epochs)
    }

    func report(against checkpoints: [AuditCheckpoint] = []) -> AuditReport {
      var verifier = AuditVerifier(against: checkpoints)
      for row in rows { verifier.take(row) }
      return verifier.finish(head: head)
    }
  }

  @Test(arguments: [0, 1, 2, 40]) func `a chain as it was written is intact`(count: Int) {
    let chain = Chain(count)

    let report = chain.report(against: count == 0 ? [] : (1...count).map(chain.checkpoint))

    #expect(report.verdict == .intact && report.findings.isEmpty && report.size == Int64(count))
  }

  @Test func `any bit that changes in any field of any row is found, and it alone`() {
    let sound = Chain(5)
    let fields: [WritableKeyPath<AuditRow, [UInt8]>] = [
      \.commitment, \.link, \.content.unwrapped.salt, \.content.unwrapped.bytes,
    ]
    for place in sound.rows.indices {
      for field in fields {
        for byte in sound.rows[place][keyPath: field].indices {
          var chain = sound
          chain.rows[place][keyPath: field][byte] ^= 1 << UInt8(byte % 8)

          let report = chain.report(against: [sound.checkpoint(at: 5)])

          #expect(report.verdict == .altered)
          #expect(report.findings.first == .altered(Int64(place + 1)))
        }
      }
    }
  }

  @Test func `any row that is dropped, and any run of rows, is missing`() {
    let sound = Chain(7)
    for first in 0..<7 {
      for last in first..<7 {
        var chain = sound
        chain.rows.removeSubrange(first...last)

        let report = chain.report()

        #expect(report.verdict == .missing)
        #expect(report.findings == [.missing(Int64(first + 1)...Int64(last + 1))])
      }
    }
  }

  @Test func `rows that change places are altered, and swapped salts too`() {
    let sound = Chain(6)
    for left in 0..<5 {
      for right in (left + 1)..<6 {
        var reordered = sound
        reordered.rows.swapAt(left, right)
        reordered.rows[left].number = Int64(left + 1)
        reordered.rows[right].number = Int64(right + 1)
        var salted = sound
        salted.rows[left].content.unwrapped.salt = sound.rows[right].content.unwrapped.salt
        salted.rows[right].content.unwrapped.salt = sound.rows[left].content.unwrapped.salt

        #expect(reordered.report().verdict == .altered)
        #expect(
          salted.report().findings == [.altered(Int64(left + 1)), .altered(Int64(right + 1))])
      }
    }
  }

  @Test func `a content that is gone before its time is missing, and an erased one is fine`() {
    var chain = Chain(4)
    chain.rows[1].content = nil
    chain.rows[2].content = nil
    chain.rows[2].isErased = true

    let report = chain.report()

    #expect(report.findings == [.contentMissing(2)] && report.verdict == .missing)
    #expect(report.erased == 1)
  }

  /// A chain of events at these hours; those in `erased` have no content any more.
  func chain(ofEventsAt hours: [Int64], erased: Set<Int>) -> Chain {
    let random = CountingRandom()
    var chain = Chain(0)
    for hour in hours {
      let event = SecurityEvent(.signedIn, atMilliseconds: hour * 3_600_000, network: "unknown")
      chain.append(AuditEvent.security(event).json, random: random)
    }
    for place in erased {
      chain.rows[place].content = nil
      chain.rows[place].isErased = true
    }
    return chain
  }

  @Test(
    arguments: [
      // The oldest first, as retention does.
      ([1, 2, 3, 4], [0, 1], []), ([1, 2, 3, 4], [0, 1, 2, 3], []),
      ([1, 2, 3, 4], [1], [2]), ([1, 2, 3, 4], [3], [4]), ([1, 2, 3, 4], [0, 2], [3]),
      // The clock was set back after the first: what came then was due earlier.
      ([90, 2, 3, 4], [1, 2], []), ([90, 2, 3, 4], [1, 3], [4]),
    ] as [([Int64], Set<Int>, [Int64])])
  func `what is called erased was due, or is missing`(
    hours: [Int64], erased: Set<Int>, missing: [Int64]
  ) {
    let report = chain(ofEventsAt: hours, erased: erased).report()

    #expect(report.findings == missing.map { .contentMissing($0) })
    #expect(report.erased == Int64(erased.count - missing.count))
  }

  @Test func `a chain that is cut short, with its end put right, is missing by a checkpoint`() {
    let sound = Chain(9)
    for size in 0..<9 {
      var chain = sound
      chain.rows.removeLast(9 - size)
      chain.relink()
      if size == 0 { chain.head = nil }

      let report = chain.report(against: [sound.checkpoint(at: 9)])

      #expect(report.verdict == .missing)
      #expect(report.findings == [.missing(Int64(size + 1)...9)])
    }
  }

  @Test func `a chain that is rewritten so that all fits is forked by a checkpoint`() {
    let sound = Chain(9)
    for place in 0..<9 {
      var chain = sound
      chain.rows[place].content.unwrapped.bytes = Array("nothing happened".utf8)
      chain.relink()

      #expect(chain.report().verdict == .intact)
      let report = chain.report(against: [sound.checkpoint(at: 9)])
      #expect(report.verdict == .forked && report.findings == [.forked(9)])
    }
  }

  @Test func `an end that says another size or link than the rows is altered`() {
    let sound = Chain(3)
    for head in [
      nil, AuditHead(size: 2, link: sound.rows[1].link, epochs: sound.epochs),
      AuditHead(size: 3, link: sound.rows[1].link, epochs: sound.epochs),
    ] {
      var chain = sound
      chain.head = head

      #expect(chain.report().findings == [.altered(3)])
    }
  }

  @Test func `what went with a restore is no fork, and is told`() throws {
    let before = Chain(9)
    var after = before
    after.rows.removeLast(4)
    let random = CountingRandom()
    _ = random.bytes(7)
    for number in 0..<6 { after.append("afterwards \(number)", random: random) }
    let epochs = try #require(
      AuditEpochs([AuditEpoch(Epoch(1), from: 0), AuditEpoch(Epoch(5), from: 5)]))
    after.head = after.head.map { AuditHead(size: $0.size, link: $0.link, epochs: epochs) }

    let report = after.report(against: [before.checkpoint(at: 9), before.checkpoint(at: 4)])

    #expect(report.verdict == .intact && report.lostByRestore == 6...9)
    var rewritten = after
    rewritten.rows[1].content.unwrapped.bytes = [1]
    rewritten.relink()
    rewritten.head = rewritten.head.map {
      AuditHead(size: $0.size, link: $0.link, epochs: epochs)
    }
    #expect(rewritten.report(against: [before.checkpoint(at: 4)]).findings == [.forked(4)])
  }

  @Test func `many findings are counted in the verdict and kept in part`() {
    var chain = Chain(300)
    for place in chain.rows.indices { chain.rows[place].content = nil }
    chain.rows[299].commitment = AuditChain.start

    let report = chain.report()

    #expect(report.findings.count == AuditReport.findingsMax && report.verdict == .altered)
  }
}

extension Optional {
  /// The value, where a test knows that there is one.
  var unwrapped: Wrapped {
    get {
      guard let value = self else { preconditionFailure("there is a value") }
      return value
    }
    set { self = newValue }
  }
}
