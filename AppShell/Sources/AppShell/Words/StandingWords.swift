extension SyncStanding {
  /// The state in a few words, such as "Offline since 14:20, 3 changes wait".
  public var headline: String {
    switch connection {
    case .notConnected: "Not connected to a Hub"
    case .signInNeeded: joined("Sign in again", waitingWords)
    case .approvalNeeded: joined("Approval needed", waitingWords)
    case .connected:
      if let failure {
        joined("Offline since \(clock(failure.sinceMilliseconds))", waitingWords)
      } else if waiting > 0 {
        Self.capitalised(waitingWords ?? "")
      } else if lastSuccessMilliseconds == nil {
        "Connected, not synchronised yet"
      } else {
        "Up to date"
      }
    }
  }

  /// What more there is to know, a line each, as names and values.
  public var details: [(name: String, value: String)] {
    var lines: [(String, String)] = []
    if let account {
      lines.append(("Account", account.name))
      lines.append(("Hub", account.origin))
    }
    if waiting > 0 { lines.append(("Waiting", Self.changes(waiting))) }
    if let last = lastSuccessMilliseconds { lines.append(("Last sync", clock(last))) }
    if let failure { lines.append(("Reason", failure.code)) }
    if conflicts > 0 {
      lines.append(("Conflicts", "\(conflicts), both sides are kept"))
    }
    if quarantined > 0 {
      lines.append(("Refused by the Hub", "\(Self.changes(quarantined)), kept here"))
    }
    return lines
  }

  /// What the person should look at; none while all is well.
  public var notices: [String] {
    var notices: [String] = []
    if conflicts > 0 {
      notices.append(
        "\(conflicts == 1 ? "1 conflict" : "\(conflicts) conflicts") to look at; both sides are kept."
      )
    }
    if quarantined > 0 {
      notices.append("The Hub refused \(Self.changes(quarantined)); kept here, nothing is lost.")
    }
    return notices
  }

  /// What to type next; nil where nothing has to be done.
  var nextCommand: String? {
    switch connection {
    case .notConnected, .signInNeeded: "connect URL"
    case .approvalNeeded: "approve"
    case .connected: waiting > 0 ? "sync" : nil
    }
  }

  private var waitingWords: String? {
    switch waiting {
    case 0: nil
    case 1: "1 change waits"
    default: "\(waiting) changes wait"
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
