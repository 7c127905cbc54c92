import AnchorModel
import AppShell
import WebInterface

/// A day from hour to hour: blocks on the left, what was lived on the right; what overlaps stands side by side.
struct PlanTimetable {
  private static let (width, hour, head) = (340, 34, 18)
  /// Where the two parts begin, and how wide each is.
  private static let (plannedX, livedX, part) = (36, 192, 148)

  private struct Piece {
    let title: String
    let span: Range<Int>
    let style: String
  }

  let view: PlanView

  /// Empty where nothing has a time.
  var html: HTML {
    if planned.isEmpty && lived.isEmpty { return .empty }
    return card("Timetable") {
      SVG.drawing(
        description, viewBox: (Double(Self.width), Double(height)), .class("plan-table")
      ) {
        SVG.text("Planned", x: .points(Double(Self.plannedX)), y: 10)
        SVG.text("Lived", x: .points(Double(Self.livedX)), y: 10)
        for hour in hours { line(hour) }
        drawing(of: planned, x: Self.plannedX)
        drawing(of: lived, x: Self.livedX)
      }
    }
  }

  /// The timetable in words, for who does not see it.
  var description: String {
    func list(_ pieces: [Piece]) -> String {
      if pieces.isEmpty { return "nothing" }
      return pieces.map { piece in
        let (from, to) = (piece.span.lowerBound, piece.span.upperBound % 1_440)
        return "\(piece.title) \(LocalTime.clock(from))–\(LocalTime.clock(to))"
      }.joined(separator: ", ")
    }
    return "Planned: \(list(planned)). Lived: \(list(lived))."
  }

  private var planned: [Piece] {
    view.plan.blocks.filter(\.staysOnItsDay).compactMap { block in
      guard let start = block.times.startMinute, let end = block.times.endMinute else { return nil }
      return Piece(
        title: block.words.title, span: start..<end,
        style: block.outcome == .skipped ? "skipped" : "planned")
    }
  }

  private var lived: [Piece] {
    let calendar = view.calendar
    let timed = view.plan.blocks.compactMap { block -> Piece? in
      guard case .done(let span?) = block.outcome,
        view.review.row(of: block)?.sessions.isEmpty ?? false
      else { return nil }
      let start = calendar.minuteOfDay(at: span.from)
      return Piece(
        title: block.words.title, span: start..<start + max(1, span.seconds / 60), style: "lived")
    }
    return timed
      + view.sessions.map { session in
        let start = calendar.minuteOfDay(at: session.startedAt)
        let minutes = session.end(asOf: view.now).seconds(since: session.startedAt) / 60
        let line = SessionLine(session: session, now: view.now, zone: view.zone)
        return Piece(title: line.title, span: start..<start + max(1, minutes), style: "lived")
      }
  }

  /// From the first hour with something in it to the last, at least four, within a day.
  private var hours: ClosedRange<Int> {
    let pieces = planned + lived
    let first = (pieces.map(\.span.lowerBound).min() ?? PlanLoad.window.lowerBound) / 60
    let last = ((pieces.map(\.span.upperBound).max() ?? 0) + 59) / 60
    return first...min(24, max(last, first + 4))
  }

  private var height: Int { Self.head + (hours.upperBound - hours.lowerBound) * Self.hour + 6 }

  private func y(_ minute: Int) -> Double {
    let shown = min(minute, hours.upperBound * 60) - hours.lowerBound * 60
    return Double(Self.head) + Double(shown * Self.hour) / 60
  }

  private func line(_ hour: Int) -> HTML {
    HTML([
      SVG.line(
        from: (x: .points(Double(Self.plannedX)), y: .points(y(hour * 60))),
        to: (x: .points(Double(Self.width)), y: .points(y(hour * 60)))),
      SVG.text("\(hour % 24):00", x: 30, y: .points(y(hour * 60) + 3), anchor: .end),
    ])
  }

  private func drawing(of pieces: [Piece], x: Int) -> HTML {
    let places = TimetableLanes(pieces.map(\.span)).places
    return HTML(
      zip(pieces, places).map { piece, place in
        let width = Double(Self.part) / Double(place.lanes)
        let left = Double(x) + width * Double(place.lane)
        let (top, bottom) = (y(piece.span.lowerBound), y(piece.span.upperBound))
        let letters = Int((width - 8) / 6)
        let title =
          piece.title.count > letters ? "\(piece.title.prefix(max(0, letters - 1)))…" : piece.title
        return HTML([
          SVG.rectangle(
            x: .points(left), y: .points(top + 0.5), width: .points(width - 2),
            height: .points(max(3, bottom - top - 1)), corner: 4, .class(piece.style),
            title: piece.title),
          bottom - top < 13 || letters < 3
            ? .empty
            : SVG.text(title, x: .points(left + 5), y: .points(top + 11), .class(piece.style)),
        ])
      })
  }
}
