import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxCrypto

@testable import PersonalSyncKit

/// LOG-06, LOG-07: what a newly offered checkpoint means beside the one that was kept.
@Suite struct WitnessRuleTests {
  private func checkpoint(
    _ size: Int64, _ mark: UInt8 = 1, _ epochs: [AuditEpoch] = [AuditEpoch(Epoch(1), from: 0)]
  ) throws -> AuditCheckpoint {
    AuditCheckpoint(
      hub: try #require(HubID(bytes: Array(0..<16))),
      account: try #require(AccountID(bytes: Array(0..<16))), size: size,
      link: [UInt8](repeating: mark, count: 32), epochs: try #require(AuditEpochs(epochs)))
  }

  private func mark(_ size: Int64) -> AuditMark {
    AuditMark(size: size, link: [UInt8](repeating: 1, count: 32))
  }

  @Test func `the first is kept, the same says nothing new, and a longer one is to be proved`()
    throws
  {
    let kept = try checkpoint(9)

    #expect(WitnessRule.judge(kept, beside: nil, []) == .first)
    #expect(WitnessRule.judge(kept, beside: kept, []) == .unchanged)
    #expect(
      WitnessRule.judge(try checkpoint(10, 2), beside: kept, [])
        == .prove(from: mark(9), lost: nil))
  }

  @Test func `another link at the same size is a fork, and a shorter chain is told as such`()
    throws
  {
    let kept = try checkpoint(9)

    #expect(WitnessRule.judge(try checkpoint(9, 2), beside: kept, []) == .alarm(.forked))
    #expect(WitnessRule.judge(try checkpoint(8, 2), beside: kept, []) == .alarm(.shortened))
  }

  @Test func `a restore that left less than was seen is proved from what is older than it`() throws
  {
    let kept = try checkpoint(90)
    let marks = [mark(10), mark(40), mark(60), mark(90)]
    let restored = [AuditEpoch(Epoch(1), from: 0), AuditEpoch(Epoch(7), from: 50)]

    #expect(
      WitnessRule.judge(try checkpoint(51, 3, restored), beside: kept, marks)
        == .prove(from: mark(40), lost: 51...90))
    #expect(
      WitnessRule.judge(try checkpoint(120, 3, restored), beside: kept, [mark(90)])
        == .prove(from: .start, lost: 51...90))
  }

  @Test func `a restore that left all that was seen is proved as if there were none`() throws {
    let kept = try checkpoint(50)
    let restored = [AuditEpoch(Epoch(1), from: 0), AuditEpoch(Epoch(7), from: 50)]

    #expect(
      WitnessRule.judge(try checkpoint(60, 3, restored), beside: kept, [])
        == .prove(from: mark(50), lost: nil))
  }

  @Test func `of two restores since, the one that left less counts`() throws {
    let kept = try checkpoint(60)
    let epochs = [
      AuditEpoch(Epoch(1), from: 0), AuditEpoch(Epoch(7), from: 50), AuditEpoch(Epoch(8), from: 70),
    ]

    #expect(
      WitnessRule.judge(try checkpoint(80, 3, epochs), beside: kept, [mark(20)])
        == .prove(from: mark(20), lost: 51...60))
  }

  @Test func `an epoch that is older than the one seen is no restore`() throws {
    let kept = try checkpoint(
      60, 1, [AuditEpoch(Epoch(1), from: 0), AuditEpoch(Epoch(7), from: 50)])

    #expect(WitnessRule.judge(try checkpoint(80, 3), beside: kept, []) == .alarm(.shortened))
  }

  @Test
  func `a few dozen marks reach over any length, and one is near wherever it is gone back to`()
    throws
  {
    var marks: [AuditMark] = []
    for size in Int64(1)...5_000 {
      marks.append(mark(size))
      marks = WitnessRule.thinned(marks, size: size)
    }

    #expect(marks.count <= 14)
    for size in Int64(2_600)...5_000 {
      let nearest = marks.map(\.size).filter { $0 <= size }.max() ?? 0
      #expect(5_000 - nearest <= 4 * (5_000 - size) + 1)
    }
  }

  @Test(arguments: [UInt64](1...20))
  func `every chain proves what it goes on from, and no other`(seed: UInt64) {
    let dice = Dice(seed: seed)
    let commitments = (0..<40).map { _ in dice.bytes(32) }
    let part = Int(seed) % 30 + 1
    let kept = WitnessRule.mark(after: .start, by: Array(commitments.prefix(part)))
    let end = WitnessRule.mark(after: .start, by: commitments)
    let rest = Array(commitments.dropFirst(part))
    var changed = rest
    changed[Int(seed) % rest.count][Int(seed)] ^= 1
    var swapped = rest
    swapped.swapAt(0, rest.count - 1)

    #expect(WitnessRule.mark(after: kept, by: rest) == end)
    for other in [changed, swapped, Array(rest.dropFirst()), rest + [rest[0]]] {
      #expect(WitnessRule.mark(after: kept, by: other) != end)
    }
  }
}
