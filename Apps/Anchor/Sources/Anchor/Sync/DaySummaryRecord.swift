import AnchorModel
import HubContracts

/// A day's figures as the Hub knows them.
enum DaySummaryRecord {
  /// Whether this device has something to say about a day with these sessions and check-ins.
  ///
  /// A day of which it has facts only was summed up by the devices that know more, and a sum of
  /// rounded minutes must not take the place of theirs. Where it knows at least one session in full
  /// the sum is sent: the others' devices do not have that one, so nobody could do better.
  /// A check-in that was made here is news as well: it is sent, and a device that knows the day's sessions
  /// to the second sends the exact sum again once it has heard of it.
  static func isOursToSend(_ sessions: [FocusSession], _ checkIns: [CheckIn]) -> Bool {
    let finished = sessions.filter(\.isFinished)
    return finished.isEmpty || finished.contains { $0.detail == .full }
      || checkIns.contains { $0.detail == .full }
  }

  static func facts(of summary: DaySummary) -> AnchorDaySummary {
    var facts = AnchorDaySummary()
    facts.focusedMinutes = summary.focusedMinutes
    facts.sessions = summary.sessions
    facts.habitsDone = summary.habitsDone
    facts.habitsScheduled = summary.habitsScheduled
    facts.blocksPlanned = summary.blocksPlanned
    facts.blocksDone = summary.blocksDone
    facts.streak = summary.streakDays
    return facts
  }
}
