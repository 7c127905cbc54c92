/// The events of a calendar's file, each with its own lines.
struct CalendarComponents {
  struct Event {
    /// Where it begins, from 1.
    let number: Int
    /// Of the calendar that it stands in.
    let product: String
    private(set) var lines: [CalendarLines.Line] = []

    fileprivate mutating func add(_ line: CalendarLines.Line) { lines.append(line) }

    subscript(name: String) -> CalendarLines.Line? { lines.first { $0.name == name } }

    func all(_ name: String) -> [CalendarLines.Line] { lines.filter { $0.name == name } }
  }

  private static let depthMax = 8

  private(set) var events: [Event] = []
  /// Names of components that are neither events nor belong to one, such as tasks, with their number.
  private(set) var others: [String: Int] = [:]

  private var open: [String] = []
  private var event: Event?
  private var product = ""

  init(_ bytes: [UInt8]) throws(CalendarFault) {
    var lines = CalendarLines(bytes)
    var last = 1
    while let line = try lines.next() {
      last = line.number
      switch line.name {
      case "BEGIN": try begin(line)
      case "END": try end(line)
      case "PRODID" where open.count == 1: product = line.value
      default: if open.count == 2 { event?.add(line) }
      }
    }
    guard open.isEmpty else { throw CalendarFault(.openComponent, line: last) }
  }

  private mutating func begin(_ line: CalendarLines.Line) throws(CalendarFault) {
    let name = line.value.uppercased()
    guard open.count < Self.depthMax else { throw CalendarFault(.tooDeep, line: line.number) }
    open.append(name)
    guard open.count == 2 else { return }
    if name == "VEVENT" { event = Event(number: line.number, product: product) }
    if name != "VEVENT", name != "VTIMEZONE" { others[name, default: 0] += 1 }
  }

  private mutating func end(_ line: CalendarLines.Line) throws(CalendarFault) {
    guard open.popLast() == line.value.uppercased() else {
      throw CalendarFault(.unbalanced, line: line.number)
    }
    if open.count == 1, let ended = event {
      events.append(ended)
      event = nil
    }
    if open.isEmpty { product = "" }
  }
}
