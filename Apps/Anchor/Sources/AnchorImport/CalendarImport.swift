import AnchorExport
import AnchorModel

/// Reads a calendar's file (iCalendar): what has taken place becomes finished sessions.
///
/// The summary becomes the title, the description the notes, categories become tags. An event that
/// repeats is as many rows as times that it took place in the year before now.
enum CalendarImport {
  /// How far back an event that repeats is followed.
  static let repeatedDaysMax = 366
  /// More rows than a year of a full calendar has.
  static let rowsMax = 200_000

  static func isCalendar(_ bytes: ArraySlice<UInt8>) -> Bool {
    String(decoding: bytes.prefix(15), as: UTF8.self).uppercased() == "BEGIN:VCALENDAR"
  }

  /// Plans the rows of `bytes`, which have no byte order mark.
  static func plan(
    _ bytes: [UInt8], _ terms: FileImport.Terms
  ) throws(ImportRefusal) -> ImportPlan {
    let file: CalendarComponents
    do throws(CalendarFault) { file = try CalendarComponents(bytes) } catch {
      throw .malformedCalendar(error)
    }
    var reader = CalendarEventReader(file, terms)
    for event in file.events { reader.read(event) }
    return reader.plan
  }
}

/// Sorts the events of a file into a plan.
private struct CalendarEventReader {
  private static let taken: Set = [
    "UID", "DTSTART", "DTEND", "DURATION", "SUMMARY", "DESCRIPTION", "CATEGORIES", "STATUS",
    "RRULE", "EXDATE", "RECURRENCE-ID",
  ]
  /// What programs write for each other and no person misses.
  private static let bookkeeping: Set = [
    "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "TRANSP", "CLASS", "PRIORITY",
  ]

  private var sorter: RowSorter
  private var clock: CalendarClock
  private let now: Instant
  private let days: ClosedRange<Day>
  /// Times at which a repeated event was replaced by one of its own.
  private var replaced: Set<Occurrence> = []

  private struct Occurrence: Hashable {
    let uid: String
    let start: Instant
  }

  init(_ file: CalendarComponents, _ terms: FileImport.Terms) {
    sorter = RowSorter(.calendar, terms)
    clock = CalendarClock(terms)
    now = terms.now
    let today = terms.calendar.day(of: terms.now)
    days = today.adding(days: 1 - CalendarImport.repeatedDaysMax)...today
    for (name, count) in file.others {
      for _ in 0..<count { sorter.count(unknownField: name) }
    }
    for event in file.events { noteReplacement(event) }
  }

  var plan: ImportPlan { sorter.plan }

  mutating func read(_ event: CalendarComponents.Event) {
    for name in Set(event.lines.map(\.name)).subtracting(Self.taken) {
      if !Self.bookkeeping.contains(name) { sorter.count(unknownField: name) }
    }
    do throws(RowFault) {
      guard sorter.plan.rows < CalendarImport.rowsMax else { throw .leftOut(.tooManyRows) }
      let start = try start(of: event)
      let seconds = try seconds(of: event, from: start)
      if event["RRULE"] != nil || event["RDATE"] != nil {
        try readRepeated(event, from: start, seconds: seconds)
      } else {
        take(event, from: start.instant, seconds: seconds)
      }
    } catch { sorter.note(error, line: event.number) }
  }

  private mutating func readRepeated(
    _ event: CalendarComponents.Event, from start: CalendarTime, seconds: Int
  ) throws(RowFault) {
    guard event["RDATE"] == nil, event.all("RRULE").count == 1,
      let rule = event["RRULE"].flatMap({ CalendarRule($0.value, from: start) })
    else { throw .leftOut(.repeatsInAnotherWay) }
    var left: Set<Instant> = []
    for line in event.all("EXDATE") {
      for reading in try clock.read(line) {
        if case .time(let time) = reading { left.insert(time.instant) }
      }
    }
    if start.day < days.lowerBound {
      sorter.note(.leftOut(.longAgo(before: days.lowerBound)), line: event.number)
    }
    let uid = event["UID"]?.value ?? ""
    for time in rule.times(from: start, within: days) where !left.contains(time.instant) {
      let isReplaced = replaced.contains(Occurrence(uid: uid, start: time.instant))
      // What is still to come of a series is no row.
      if isReplaced || time.instant.adding(seconds: seconds) > now { continue }
      take(event, from: time.instant, seconds: seconds)
    }
  }

  private mutating func take(
    _ event: CalendarComponents.Event, from start: Instant, seconds: Int
  ) {
    let end = start.adding(seconds: seconds)
    let now = now
    // What Anchor itself exported has the id that it had.
    let isOwn = event.product == CalendarSessions.product
    let id = isOwn ? event["UID"].flatMap { SessionID($0.value) } : nil
    sorter.takeInterval(line: event.number, id: id) { () throws(RowFault) in
      if event["STATUS"]?.value.uppercased() == "CANCELLED" { throw .leftOut(.cancelled) }
      if end > now { throw .leftOut(.notOver) }
      return Self.interval(of: event, from: start, to: end)
    }
  }

  /// By its UID and times, so that an event that is renamed there does not come twice.
  private static func interval(
    of event: CalendarComponents.Event, from start: Instant, to end: Instant
  ) -> ImportedInterval {
    let title = event["SUMMARY"]?.text ?? ""
    let name = event["UID"]?.value ?? title
    return ImportedInterval(
      start: start, end: end, text: title, tags: event.all("CATEGORIES").flatMap(\.texts),
      notes: event["DESCRIPTION"]?.text ?? "",
      identity: ["ics", name, "\(start.milliseconds)", "\(end.milliseconds)"])
  }

  private mutating func start(of event: CalendarComponents.Event) throws(RowFault) -> CalendarTime {
    guard let line = event["DTSTART"] else { throw .failed(.missing(field: "DTSTART")) }
    return try one(line)
  }

  private mutating func seconds(
    of event: CalendarComponents.Event, from start: CalendarTime
  ) throws(RowFault) -> Int {
    if let line = event["DTEND"] { return try one(line).instant.seconds(since: start.instant) }
    guard let line = event["DURATION"] else { throw .failed(.missing(field: "DTEND")) }
    guard let seconds = CalendarLength.seconds(line.value) else {
      throw .failed(.notATime(field: "DURATION"))
    }
    return seconds
  }

  private mutating func one(_ line: CalendarLines.Line) throws(RowFault) -> CalendarTime {
    let readings = try clock.read(line)
    guard readings.count == 1 else { throw .failed(.notATime(field: line.name)) }
    switch readings[0] {
    case .time(let time): return time
    case .day: throw .leftOut(.allDay)
    }
  }

  /// A replacement whose own time cannot be read replaces nothing, and fails as a row.
  private mutating func noteReplacement(_ event: CalendarComponents.Event) {
    guard let line = event["RECURRENCE-ID"], let uid = event["UID"]?.value else { return }
    do throws(RowFault) {
      let time = try one(line)
      replaced.insert(Occurrence(uid: uid, start: time.instant))
    } catch { return }
  }
}
