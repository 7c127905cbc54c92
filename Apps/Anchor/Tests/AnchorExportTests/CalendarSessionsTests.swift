import AnchorModel
import Foundation
import Testing

@testable import AnchorExport

@Suite struct CalendarSessionsTests {
  @Test func `an event says when, what for, its tags and its notes`() throws {
    let session = try FocusSession.log(
      id, from: start, to: start.adding(seconds: 1_500),
      words: SessionWords(
        title: "Write; rest, \\ end", tags: ["book", "a,b"], notes: "one\ntwo"), now: .latest)

    #expect(
      text(CalendarSessions().piece(session, isFirst: true)) == """
        BEGIN:VEVENT\r
        UID:\(id)\r
        DTSTAMP:20261130T082500Z\r
        DTSTART:20261130T080000Z\r
        DTEND:20261130T082500Z\r
        SUMMARY:Write\\; rest\\, \\\\ end\r
        CATEGORIES:book,a\\,b\r
        DESCRIPTION:one\\ntwo\r
        TRANSP:TRANSPARENT\r
        END:VEVENT\r

        """)
  }

  @Test func `a session that has not ended is no event`() throws {
    let running = try FocusSession.start(
      SessionStart(id: id, startedAt: start, plannedSeconds: 0, words: .none), ending: nil,
      now: start
    ).started

    #expect(CalendarSessions().piece(running, isFirst: true).isEmpty)
  }

  @Test(arguments: [
    "", "a", String(repeating: "ü", count: 100), String(repeating: "👩‍💻 ", count: 60),
  ])
  func `no line is longer than 75 octets, and unfolded it is as it was`(words: String) {
    let folded = text(CalendarText.folded("SUMMARY:\(words)"))

    let lines = folded.components(separatedBy: "\r\n").dropLast()
    #expect(lines.allSatisfy { $0.utf8.count <= 75 })
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix(" ") })
    #expect(
      lines.enumerated().map { $0.offset == 0 ? $0.element : String($0.element.dropFirst()) }
        .joined() == "SUMMARY:\(words)")
  }
}

let id = SessionID(random: 7)
let start = instant("2026-11-30T08:00:00Z")

func instant(_ text: String) -> Instant {
  guard let instant = Instant(iso: text) else { preconditionFailure("not an instant: \(text)") }
  return instant
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
