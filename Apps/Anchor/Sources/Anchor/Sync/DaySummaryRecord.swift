import AnchorModel
import HubContracts

/// A day's figures as the Hub knows them.
enum DaySummaryRecord {
  /// Whether this device has something to say about a day with these sessions.
  ///
  /// A day of which it has facts only was summed up by the devices that know more, and a sum of
  /// rounded minutes must not take the place of theirs. Where it knows at least one session in full
  /// the sum is sent: the others' devices do not have that one, so nobody could do better.
  static func isOursToSend(_ sessions: [FocusSession]) -> Bool {
    let finished = sessions.filter(\.isFinished)
    return finished.isEmpty || finished.contains { $0.detail == .full }
  }

  /// Habits and plan blocks are 0 of 0: Anchor keeps none yet.
  static func facts(of summary: DaySummary) -> AnchorDaySummary {
    var facts = AnchorDaySummary()
    facts.focusedMinutes = summary.focusedMinutes
    facts.sessions = summary.sessions
    facts.streak = summary.streakDays
    return facts
  }
}
