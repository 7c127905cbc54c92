extension SyncStatus: CustomStringConvertible {
  /// How things stand in one line, such as "3 changes wait" or "Up to date"; without times.
  public var description: String {
    let main =
      switch state {
      case .damaged: "Sync has stopped: its bookkeeping is damaged"
      case .signedOut: journal?.owner == nil ? "Not connected to a Hub" : "Signed out"
      case .approvalNeeded: "Signed in; nobody has said yet that this account owns the store"
      case .offline: "Not in step (\(failure?.code ?? "unknown"))"
      case .waiting(0): "Connected, not synchronised yet"
      case .waiting, .conflicts, .quarantined, .upToDate: ""
      }
    let parts = [main, waitingWords, conflictWords, refusalWords].filter { !$0.isEmpty }
    return parts.isEmpty ? "Up to date" : parts.joined(separator: "; ")
  }

  private var waitingWords: String {
    waiting == 0 ? "" : "\(waiting) \(waiting == 1 ? "change waits" : "changes wait")"
  }

  private var conflictWords: String {
    conflicts == 0 ? "" : "\(conflicts) \(conflicts == 1 ? "conflict" : "conflicts") to look at"
  }

  private var refusalWords: String {
    guard quarantined > 0 else { return "" }
    return "\(quarantined) \(quarantined == 1 ? "change" : "changes") refused by the Hub, kept here"
  }
}

extension SyncOutcome: CustomStringConvertible {
  /// What came of it in one line, such as "Synchronised: 2 sent, 1 received".
  public var description: String {
    switch self {
    case .signedOut: "Not connected to a Hub: nothing was synchronised"
    case .completed(let report): report.description
    }
  }
}

extension PassReport: CustomStringConvertible {
  public var description: String {
    var parts = ["\(pushed) sent", "\(pulled) received"]
    if conflicts > 0 { parts.append("\(conflicts) in conflict, both sides kept") }
    if quarantined > 0 { parts.append("\(quarantined) refused by the Hub, kept here") }
    if trashed > 0 { parts.append("\(trashed) in the trash") }
    if offered > 0 { parts.append("\(offered) offered again") }
    return "Synchronised: " + parts.joined(separator: ", ")
  }
}

extension SignOutOutcome: CustomStringConvertible {
  public var description: String {
    switch self {
    case .nobodyWasSignedIn: "Nobody was signed in"
    case .hubTold: "Signed out; everything stays on this device"
    case .hubNotToldYet:
      "Signed out; everything stays on this device. The Hub could not be told and hears of it later"
    }
  }
}
