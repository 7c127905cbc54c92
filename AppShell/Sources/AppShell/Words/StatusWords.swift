import PersonalSyncKit

/// How a store and its Hub stand, in words for a person.
public struct StatusWords: Sendable {
  public let status: SyncStatus
  /// For the times in words.
  let zone: ZoneOffsets
  let nowMilliseconds: Int64

  /// The state in a few words, such as "Offline since 14:20, 3 changes wait".
  public var headline: String {
    switch status.state {
    case .damaged: "Synchronising has stopped"
    case .signedOut: isOwned ? joined("Sign in again", waitingWords) : "Not connected to a Hub"
    case .approvalNeeded: joined("Approval needed", waitingWords)
    case .offline: joined(failureWords, waitingWords)
    case .waiting(0): "Connected, not synchronised yet"
    case .waiting: Self.capitalised(waitingWords ?? "")
    case .conflicts, .quarantined: joined("In step", "with something to look at")
    case .upToDate: joined("Up to date", ageWords)
    }
  }

  /// What more there is to know, a line each, as names and values.
  public var details: [(name: String, value: String)] {
    var lines: [(String, String)] = []
    if let account = status.account {
      lines.append(("Account", account.name))
      lines.append(("Hub", account.origin))
    }
    if let progressWords { lines.append(("Now", progressWords)) }
    if status.waiting > 0 { lines.append(("Waiting", Self.changes(status.waiting))) }
    if let last = status.lastSuccessMilliseconds { lines.append(("Last sync", clock(last))) }
    if let failure = status.failure { lines.append(("Reason", failure.code)) }
    if status.conflicts > 0 {
      lines.append(("Conflicts", "\(status.conflicts), both sides are kept"))
    }
    if status.quarantined > 0 {
      lines.append(("Refused by the Hub", "\(Self.changes(status.quarantined)), kept here"))
    }
    if let audit = auditWords { lines.append(("The Hub's record", audit.detail)) }
    return lines
  }

  /// What the person should look at; none while all is well.
  public var notices: [String] {
    let (conflicts, quarantined) = (status.conflicts, status.quarantined)
    var notices: [String] = []
    if conflicts > 0 {
      notices.append(
        "\(conflicts == 1 ? "1 conflict" : "\(conflicts) conflicts") to look at; both sides are kept."
      )
    }
    if quarantined > 0 {
      notices.append("The Hub refused \(Self.changes(quarantined)); kept here, nothing is lost.")
    }
    if status.trashed > 0 {
      notices.append(
        "\(status.trashed == 1 ? "1 record is" : "\(status.trashed) records are") in the trash: "
          + "the Hub no longer had \(status.trashed == 1 ? "it" : "them").")
    }
    if status.locked > 0 {
      notices.append(
        "\(status.locked == 1 ? "1 detail is" : "\(status.locked) details are") locked on this "
          + "device; unlock with your 24 words.")
    }
    if status.rolledBack > 0 {
      notices.append(
        "The Hub sent an older state of "
          + "\(status.rolledBack == 1 ? "1 record" : "\(status.rolledBack) records") than this device "
          + "has seen; the newer one is kept here. Ask whoever runs the Hub whether it was put back to a "
          + "backup; editing a record sends it again.")
    }
    return notices + (auditWords?.notices ?? [])
  }

  /// Whether there is something to decide on the page and with the verb `attention`.
  var hasMatters: Bool { status.conflicts + status.quarantined + status.trashed > 0 }

  /// What to type next; nil where nothing has to be done.
  var nextCommand: String? {
    switch status.state {
    case .signedOut: "connect URL"
    case .approvalNeeded: "approve"
    case .offline, .waiting: status.waiting > 0 ? "sync" : nil
    case .conflicts, .quarantined: "attention"
    case .damaged: "recover"
    case .upToDate: status.trashed > 0 ? "attention" : nil
    }
  }

  /// Whether the store has an owner; a store without one was never connected.
  var isOwned: Bool { status.journal?.owner != nil }

  var auditWords: AuditWords? { status.audit.map { AuditWords(status: $0, clock: clock) } }

  /// What is wrong here is not the network's.
  private var failureWords: String {
    guard let failure = status.failure else { return "Offline" }
    let isOurs = ["journal.", "sync.apply"].contains { failure.code.hasPrefix($0) }
    return "\(isOurs ? "Not in step" : "Offline") since \(clock(failure.sinceMilliseconds))"
  }

  /// A success of long ago says nothing of now.
  private var ageWords: String? {
    guard let last = status.lastSuccessMilliseconds,
      !status.isFresh(atMilliseconds: nowMilliseconds)
    else { return nil }
    return "as of \(clock(last))"
  }

  private var progressWords: String? {
    guard let progress = status.progress else { return nil }
    let records = "\(progress.records) \(progress.records == 1 ? "record" : "records")"
    return switch progress.phase {
    case .receiving: "Receiving, page \(progress.pages), \(records)"
    case .recovering: "Reading everything again, page \(progress.pages), \(records)"
    case .sending: "Sending, \(records)"
    }
  }

  private var waitingWords: String? {
    switch status.waiting {
    case 0: nil
    case 1: "1 change waits"
    default: "\(status.waiting) changes wait"
    }
  }

  private func clock(_ milliseconds: Int64) -> String {
    LocalTime(milliseconds, in: zone).relative(toMilliseconds: nowMilliseconds)
  }

  private func joined(_ first: String, _ second: String?) -> String {
    second.map { "\(first), \($0)" } ?? first
  }

  private static func changes(_ count: Int) -> String {
    "\(count) \(count == 1 ? "change" : "changes")"
  }

  private static func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
