import HubContracts

/// One row of a chain, with its content where that is still there.
public struct AuditRow: Sendable, Equatable {
  public var number: Int64
  public var commitment: [UInt8]
  public var link: [UInt8]
  public var isErased: Bool
  /// Nil where there is none, by retention or by somebody's hand.
  public var content: Content?

  public struct Content: Sendable, Equatable {
    public var salt: [UInt8]
    public var bytes: [UInt8]

    public init(salt: [UInt8], bytes: [UInt8]) {
      self.salt = salt
      self.bytes = bytes
    }
  }

  public init(
    number: Int64, commitment: [UInt8], link: [UInt8], isErased: Bool, content: Content?
  ) {
    self.number = number
    self.commitment = commitment
    self.link = link
    self.isErased = isErased
    self.content = content
  }
}

/// What is wrong with a chain.
public enum AuditFinding: Sendable, Equatable {
  /// An entry, its link or its content is not what was written.
  case altered(Int64)
  /// Entries that were there are not.
  case missing(ClosedRange<Int64>)
  /// The content of an entry is gone before its time was over.
  case contentMissing(Int64)
  /// The chain is sound in itself, but not the one that the Hub once signed at this size: it was
  /// rewritten, or there are two.
  case forked(Int64)
  /// The checkpoint that the Hub keeps is not one that it has signed.
  case checkpointAltered
}

/// What came of verifying a chain.
public struct AuditReport: Sendable, Equatable {
  public enum Verdict: String, Sendable, CaseIterable { case intact, altered, missing, forked }

  /// Kept of a chain at most; the verdict stands on all.
  public static let findingsMax = 100

  public internal(set) var size: Int64 = 0
  /// Entries whose content is erased because its time was over.
  public internal(set) var erased: Int64 = 0
  /// Up to where the kept checkpoint vouches for the chain; 0 where there is none.
  public var signed: Int64 = 0
  public internal(set) var findings: [AuditFinding] = []
  /// Entries that went with a restore, by a checkpoint of before it; nil where none did.
  public internal(set) var lostByRestore: ClosedRange<Int64>?
  public private(set) var verdict = Verdict.intact

  mutating func add(_ erasures: ErasureWatch.TooSoon) {
    erased -= erasures.count
    for number in erasures.first { add(.contentMissing(number)) }
  }

  /// What is altered is said first, because nothing else can be known of such a chain.
  mutating func add(_ finding: AuditFinding) {
    if findings.count < Self.findingsMax { findings.append(finding) }
    switch finding {
    case .altered, .checkpointAltered: verdict = .altered
    case .forked where verdict != .altered: verdict = .forked
    case .missing, .contentMissing: if verdict == .intact { verdict = .missing }
    case .forked: break
    }
  }
}

/// Checks a chain, row by row in order, against itself and against checkpoints.
///
/// Pure: no disk. Memory does not grow with the chain.
public struct AuditVerifier: Sendable {
  private let checkpoints: [AuditCheckpoint]
  private var report = AuditReport()
  private var last: Int64 = 0
  /// What the link before the next row may be; two where one of them was altered.
  private var previous = [AuditChain.start]
  private var firstAltered: Int64?
  /// Sizes at which the chain's link, computed anew, is not the checkpoint's.
  private var differing: [Int64] = []
  private var erasures = ErasureWatch()

  public init(against checkpoints: [AuditCheckpoint]) { self.checkpoints = checkpoints }

  public mutating func take(_ row: AuditRow) {
    var isAltered = false
    if row.number > last + 1 { report.add(.missing(last + 1...row.number - 1)) }
    // After a gap nothing says what the link before was; the row's own is taken for it.
    let computed = row.number == last + 1 ? self.link(of: row) : row.link
    if computed != row.link { isAltered = true }
    if let content = row.content {
      let commitment = AuditLink.commitment(salt: content.salt, content: content.bytes)
      if commitment != row.commitment { isAltered = true }
      report.add(erasures.stands(content))
    } else if row.isErased {
      report.erased += 1
      erasures.isErased(row.number)
    } else {
      report.add(.contentMissing(row.number))
    }
    if isAltered {
      report.add(.altered(row.number))
      firstAltered = firstAltered ?? row.number
    }
    for checkpoint in checkpoints where checkpoint.size == row.number {
      if checkpoint.link != computed { differing.append(row.number) }
    }
    last = row.number
    previous = computed == row.link ? [row.link] : [row.link, computed]
    report.size += 1
  }

  /// The row's link, computed anew; where the one before was altered, the base that fits is taken.
  private func link(of row: AuditRow) -> [UInt8] {
    let links = previous.map {
      AuditLink.link(after: $0, number: row.number, commitment: row.commitment)
    }
    return links.first { $0 == row.link } ?? links[0]
  }

  /// The verdict, after the last row; `head` is what storage says of the chain's end.
  public mutating func finish(head: AuditHead?) -> AuditReport {
    report.add(erasures.atTheEnd())
    checkEnd(head)
    for checkpoint in checkpoints {
      if let kept = head?.epochs.kept(since: checkpoint.epoch), kept < checkpoint.size {
        let gone = kept + 1...checkpoint.size
        let before = report.lostByRestore ?? gone
        report.lostByRestore =
          min(gone.lowerBound, before.lowerBound)...max(gone.upperBound, before.upperBound)
      } else if checkpoint.size > max(last, head?.size ?? 0) {
        report.add(.missing(max(last, head?.size ?? 0) + 1...checkpoint.size))
      } else if differing.contains(checkpoint.size),
        firstAltered.map({ checkpoint.size < $0 }) ?? true
      {
        report.add(.forked(checkpoint.size))
      }
    }
    return report
  }

  private mutating func checkEnd(_ head: AuditHead?) {
    let size = head?.size ?? 0
    if size > last { report.add(.missing(last + 1...size)) }
    if size < last {
      // The entries are there, and what says how many there are was changed.
      report.add(.altered(last))
      firstAltered = firstAltered ?? last
    } else if size == last, let head, last > 0, !previous.contains(head.link) {
      report.add(.altered(last))
      firstAltered = firstAltered ?? last
    }
  }
}
