import AnchorModel
import ToolboxCSV

/// Reads the detailed report that Toggl Track exports as CSV: one row for each time entry.
///
/// An entry becomes a finished session: its description becomes the title, its project and its tags
/// become tags. Dates and times are those of a wall clock, and the file does not say where.
enum TogglImport {
  /// Plans the rows of `table`; nil where its columns are not those of a detailed report.
  static func plan(
    _ table: CSVTable, _ terms: FileImport.Terms
  ) throws(ImportRefusal) -> ImportPlan? {
    guard let columns = TogglColumns(of: table) else { return nil }
    return try RowSorter.plan(table, as: .toggl, unknown: columns.unknown, terms) { sorter, row in
      sorter.takeInterval(line: row.line) { () throws(RowFault) in
        try TogglEntry(row.fields, columns).interval(in: terms.calendar)
      }
    }
  }
}

/// Where a report has what; some reports leave columns out.
struct TogglColumns {
  let startDate: Int
  let startTime: Int
  let end: (date: Int, time: Int)?
  let duration: Int?
  let description: Int?
  let project: Int?
  let tags: Int?
  let count: Int
  let unknown: [UnknownColumn]

  /// Nil where the columns are not those of a detailed report.
  init?(of table: CSVTable) {
    guard let startDate = table.column("Start date"), let startTime = table.column("Start time")
    else { return nil }
    let endDate = table.column("End date")
    let endTime = table.column("End time")
    duration = table.column("Duration")
    if let endDate, let endTime { end = (endDate, endTime) } else { end = nil }
    guard duration != nil || end != nil else { return nil }
    self.startDate = startDate
    self.startTime = startTime
    description = table.column("Description")
    project = table.column("Project")
    tags = table.column("Tags")
    count = table.columns.count
    let taken = [startDate, startTime, endDate, endTime, duration, description, project, tags]
    unknown = UnknownColumn.all(of: table, besides: Set(taken.compactMap(\.self)))
  }
}

/// One row of a report.
struct TogglEntry {
  private let fields: [String]
  private let columns: TogglColumns

  init(_ fields: [String], _ columns: TogglColumns) throws(RowFault) {
    guard fields.count == columns.count else {
      throw .failed(.fieldCount(fields.count, columns: columns.count))
    }
    self.fields = fields
    self.columns = columns
  }

  func interval(in calendar: AccountCalendar) throws(RowFault) -> ImportedInterval {
    let start = try moment(columns.startDate, columns.startTime, "Start", calendar)
    guard let start else { throw .failed(.missing(field: "Start date")) }
    let project = text(columns.project)
    let tags = text(columns.tags).split(separator: ",").map { tag in
      String(tag.drop(while: \.isWhitespace))
    }
    let times = [columns.startDate, columns.startTime, columns.end?.date, columns.end?.time]
    return ImportedInterval(
      start: start.instant, end: try end(from: start.instant, calendar),
      text: text(columns.description), tags: project.isEmpty ? tags : [project] + tags,
      wallStart: start.asUTC,
      identity: ["toggl"] + times.map(text) + [text(columns.duration)]
        + [text(columns.description), project] + ImportedInterval.sorted(tags))
  }

  /// By the duration where there is one; nil where the entry has not ended.
  ///
  /// A wall clock that was set between start and end would add or take an hour.
  private func end(
    from start: Instant, _ calendar: AccountCalendar
  ) throws(RowFault) -> Instant? {
    let duration = text(columns.duration)
    if !duration.isEmpty {
      guard let seconds = WallTime.seconds(duration, hoursMax: 9_999) else {
        throw .failed(.notATime(field: "Duration"))
      }
      return start.adding(seconds: seconds)
    }
    guard let end = columns.end else { return nil }
    return try moment(end.date, end.time, "End", calendar)?.instant
  }

  /// Nil where date and time are both empty.
  private func moment(
    _ date: Int, _ time: Int, _ which: String, _ calendar: AccountCalendar
  ) throws(RowFault) -> CalendarTime? {
    if fields[date].isEmpty, fields[time].isEmpty { return nil }
    guard let day = Day(fields[date]) else { throw .failed(.notATime(field: "\(which) date")) }
    guard let seconds = WallTime.seconds(fields[time], hoursMax: 23) else {
      throw .failed(.notATime(field: "\(which) time"))
    }
    return CalendarTime(day: day, wallSeconds: seconds, calendar: calendar)
  }

  /// Empty where the report has no such column.
  private func text(_ place: Int?) -> String { place.map { fields[$0] } ?? "" }
}

/// Times and lengths as they are written with colons.
enum WallTime {
  /// Seconds of `09:05:00`, with one to four digits for the hours; nil for anything else.
  static func seconds(_ text: String, hoursMax: Int) -> Int? {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      .map(Array.init)
    guard parts.count == 3, (1...4).contains(parts[0].count), parts[1].count == 2,
      parts[2].count == 2, let hours = parts[0][...].decimalValue,
      let minutes = parts[1][...].decimalValue, let seconds = parts[2][...].decimalValue,
      hours <= hoursMax, minutes < 60, seconds < 60
    else { return nil }
    return hours * 3_600 + minutes * 60 + seconds
  }
}
