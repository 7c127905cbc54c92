import PersonalSyncKit

/// What this store, as a witness of the Hub's record of what happened to the account, has to say.
struct AuditWords {
  let status: AuditStatus
  /// A moment in words, such as "14:20".
  let clock: (Int64) -> String

  /// How far the record was checked.
  var detail: String {
    "\(Self.entries(status.size)) checked, the newest \(clock(status.checkedAtMilliseconds))"
  }

  /// What the person should know; none while the record fits.
  var notices: [String] {
    var notices: [String] = []
    if let alarm = status.alarm {
      let since = status.alarmSinceMilliseconds.map { " since \(clock($0))" } ?? ""
      notices.append(
        "\(Self.words(for: alarm))\(since). Your data is not touched; both records are kept here.")
    } else if let accepted = status.acceptedAtMilliseconds {
      notices.append(
        "You let another record of the Hub's count than this device had checked "
          + "(\(clock(accepted))). What did not fit is kept here.")
    } else if status.evidence > 0 {
      notices.append(
        "The Hub's record of what happened did not fit before, and does now. "
          + "What did not fit is kept here.")
    }
    if let lost = status.lost, let at = status.lostAtMilliseconds {
      notices.append(
        "The Hub was put back to an older state (heard \(clock(at))): "
          + "\(Self.entries(Int64(lost.count))) of its record are gone.")
    }
    return notices
  }

  private static func words(for alarm: AuditAlarm) -> String {
    switch alarm {
    case .forked: "The Hub's record of what happened is another than this device has seen"
    case .shortened: "The Hub's record of what happened is shorter than this device has seen"
    case .unsigned: "The Hub's record of what happened is not signed by it"
    case .withheld: "The Hub no longer shows its record of what happened"
    }
  }

  private static func entries(_ count: Int64) -> String {
    "\(count) \(count == 1 ? "entry" : "entries")"
  }
}
