import AnchorModel
import AppShell
import ToolboxCommandLine
import ToolboxJSON

/// A session in words: when, how long, what for.
struct SessionLine {
  let session: FocusSession
  let now: Instant
  let zone: ZoneOffsets

  /// The title, or what stands for it where there is none.
  var title: String {
    if !session.words.title.isEmpty { return session.words.title }
    return session.detail == .factsOnly ? "From another device" : "Focus"
  }

  var tags: String { session.words.tags.map { "#\($0)" }.joined(separator: " ") }

  var titleWithTags: String { tags.isEmpty ? title : "\(title) \(tags)" }

  /// Such as `25 min`; of one that runs, as of now.
  var length: String {
    HumanDuration.text(.seconds(session.focusedSeconds(at: now) / 60 * 60))
  }

  /// Such as `write chapter #book, 25 min, yesterday 09:30`.
  var inOneLine: String {
    let when = LocalTime(session.startedAt.milliseconds, in: zone)
      .relative(toMilliseconds: now.milliseconds)
    return [titleWithTags, length, when, state].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  var start: String { clock(session.startedAt) }

  /// The day on which it started, such as `2026-11-30`.
  var day: String { LocalTime(session.startedAt.milliseconds, in: zone).day.description }

  /// What there is to know about how it ended, or that it has not; empty where all is usual.
  var state: String {
    switch session.phase {
    case .running: remaining ?? "running"
    case .paused(let since): "paused since \(clock(since))"
    case .openElsewhere: "not ended yet on another device"
    case .finished(_, .abandoned?): "abandoned"
    case .finished(_, .endedEarly?): session.plannedSeconds > 0 ? "of \(planned) planned" : ""
    case .finished(_, .completed?), .finished(_, nil): ""
    }
  }

  /// `13 min left, until 09:25`; nil for an open end.
  var remaining: String? {
    guard let seconds = session.remainingSeconds(at: now) else { return nil }
    let left = "\(HumanDuration.text(.seconds(max(60, (seconds + 59) / 60 * 60)))) left"
    return session.plannedEnd.map { "\(left), until \(clock($0))" } ?? left
  }

  private var planned: String { HumanDuration.text(.seconds(session.plannedSeconds)) }

  func clock(_ instant: Instant) -> String { LocalTime(instant.milliseconds, in: zone).clock }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", session.id.description)
      json.member("state", session.phase.code)
      json.member("startedAt", session.startedAt.iso)
      if let end = session.endedAt { json.member("endedAt", end.iso) }
      json.member("focusedSeconds", session.focusedSeconds(at: now))
      if session.plannedSeconds > 0 { json.member("plannedSeconds", session.plannedSeconds) }
      if let left = session.remainingSeconds(at: now), session.isActive {
        json.member("remainingSeconds", left)
      }
      if let reason = session.endReason { json.member("outcome", reason.rawValue) }
      json.member("title", session.words.title)
      json.member("tags") { json in
        json.array(session.words.tags) { json, tag in json.string(tag) }
      }
      if !session.words.notes.isEmpty { json.member("notes", session.words.notes) }
      json.member("isExact", session.detail == .full)
    }
  }
}
