/// A small picture beside a word; never alone, because it decorates and is not read out.
public enum Icon: String, Sendable, CaseIterable {
  case account, activity, calendar, chart, check, copy, devices, directory, download, export
  case eye, focus, habit, importing, info, key, link, list, lock, more, offline, pause, people
  case play, plus, search, settings, stop, sync, tag, target, timeline, today, undo, warning

  public var html: HTML { glyph.html("icon") }

  private var glyph: Glyph {
    switch self {
    case .account:
      Glyph(strokes: [Glyph.circle(12, 8.2, 3.7), "M4.8 20.2c.6-4 3.4-6 7.2-6s6.6 2 7.2 6"])
    case .activity: Glyph(strokes: ["M3 12h4l2.8-7.5 4.4 15L17 12h4"])
    case .calendar:
      Glyph(strokes: ["M4 6.5h16V20H4z", "M4 10.8h16", "M8.3 3.5v4.5", "M15.7 3.5v4.5"])
    case .chart: Glyph(strokes: ["M5 20v-7", "M12 20V4.5", "M19 20v-11"])
    case .check: Glyph(strokes: ["M4.5 12.8l5 5L19.5 7"])
    case .copy: Glyph(strokes: ["M8.5 8.5h11.5v11.5H8.5z", "M5 15.5H4V4h11.5v1"])
    case .devices: Glyph(strokes: ["M3 5h14v9.5H3z", "M6.5 18.5h6", "M16.5 10.5h5v9.5h-5z"])
    case .directory:
      Glyph(strokes: [
        "M4 4h6.5v6.5H4z", "M13.5 4H20v6.5h-6.5z", "M4 13.5h6.5V20H4z", "M13.5 13.5H20V20h-6.5z",
      ])
    case .download: Glyph(strokes: ["M12 4v11", "M7.5 11l4.5 4.5 4.5-4.5", "M4.5 19.8h15"])
    case .export: Glyph(strokes: ["M12 15.5V4", "M7.5 8.3L12 4l4.5 4.3", "M4.5 14v6h15v-6"])
    case .eye:
      Glyph(strokes: [
        "M2.5 12c2.3-4.3 5.5-6.5 9.5-6.5s7.2 2.2 9.5 6.5c-2.3 4.3-5.5 6.5-9.5 6.5s-7.2-2.2-9.5-6.5z",
        Glyph.circle(12, 12, 2.8),
      ])
    case .focus: Glyph(strokes: [Glyph.circle(12, 13, 7.5), "M12 8.8V13l2.8 1.8", "M9.5 2.8h5"])
    case .habit: Glyph(strokes: ["M20 12a8 8 0 1 1-3.3-6.47", "M8.5 11.5l3.3 3.3L20.5 6"])
    case .importing: Glyph(strokes: ["M12 4v11.5", "M7.5 11.2l4.5 4.3 4.5-4.3", "M4.5 14v6h15v-6"])
    case .info:
      Glyph(
        strokes: [Glyph.circle(12, 12, 8.5), "M12 11.2v5.3"], fills: [Glyph.circle(12, 7.8, 1.15)])
    case .key: Glyph(strokes: [Glyph.circle(8, 15.5, 4), "M10.9 12.6L19.5 4", "M15.3 8.2l3 3"])
    case .link:
      Glyph(strokes: [
        "M10 14.2a4 4 0 0 0 5.8.2l3.2-3.2a4 4 0 0 0-5.7-5.7L12 6.8",
        "M14 9.8a4 4 0 0 0-5.8-.2L5 12.8a4 4 0 0 0 5.7 5.7l1.3-1.3",
      ])
    case .list:
      Glyph(
        strokes: ["M9 6.5h11", "M9 12h11", "M9 17.5h11"],
        fills: [
          Glyph.circle(4.8, 6.5, 1.2), Glyph.circle(4.8, 12, 1.2), Glyph.circle(4.8, 17.5, 1.2),
        ])
    case .lock: Glyph(strokes: ["M5.5 10.5h13V20h-13z", "M8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3"])
    case .more:
      Glyph(fills: [
        Glyph.circle(5.5, 12, 1.6), Glyph.circle(12, 12, 1.6), Glyph.circle(18.5, 12, 1.6),
      ])
    case .offline:
      Glyph(strokes: [
        "M7.5 18.5h9.5a4 4 0 0 0 1.5-7.7", "M15.8 8.2A5.5 5.5 0 0 0 6.5 10.3a4.2 4.2 0 0 0-2.5 6.2",
        "M4 4l16 16",
      ])
    case .pause: Glyph(strokes: ["M8.5 5.5v13", "M15.5 5.5v13"])
    case .people:
      Glyph(strokes: [
        Glyph.circle(9, 8.5, 3.2), "M2.8 19c.5-3.5 2.8-5.2 6.2-5.2s5.7 1.7 6.2 5.2",
        "M15.5 5.6a3.2 3.2 0 0 1 0 5.8", "M17.5 14.2c2.2.6 3.5 2.2 3.8 4.8",
      ])
    case .play: Glyph(strokes: ["M8 5l11 7-11 7z"])
    case .plus: Glyph(strokes: ["M12 5v14", "M5 12h14"])
    case .search: Glyph(strokes: [Glyph.circle(10.5, 10.5, 6), "M15 15l5.5 5.5"])
    case .settings:
      Glyph(strokes: [
        "M4 7.5h9", "M18 7.5h2", "M4 16.5h2", "M11 16.5h9", Glyph.circle(15.5, 7.5, 2.5),
        Glyph.circle(8.5, 16.5, 2.5),
      ])
    case .stop: Glyph(strokes: ["M6.5 6.5h11v11h-11z"])
    case .sync:
      Glyph(strokes: [
        "M4.5 10.5a7.7 7.7 0 0 1 14-2.3l1.5 1.8", "M20 4.8V10h-5.2",
        "M19.5 13.5a7.7 7.7 0 0 1-14 2.3L4 14", "M4 19.2V14h5.2",
      ])
    case .tag: Glyph(strokes: ["M4 4h8l8 8-8 8-8-8z"], fills: [Glyph.circle(8.3, 8.3, 1.3)])
    case .target:
      Glyph(
        strokes: [Glyph.circle(12, 12, 8.5), Glyph.circle(12, 12, 4.5)],
        fills: [Glyph.circle(12, 12, 1.2)])
    case .timeline:
      Glyph(
        strokes: ["M6 3.5v17", "M11 7h9", "M11 12h6", "M11 17h8"],
        fills: [Glyph.circle(6, 7, 2), Glyph.circle(6, 12, 2), Glyph.circle(6, 17, 2)])
    case .today:
      Glyph(strokes: [
        "M3 18.5h18", "M7 18.5a5 5 0 0 1 10 0", "M12 5.5v3.5", "M4.8 9.8l2 2", "M19.2 9.8l-2 2",
      ])
    case .undo: Glyph(strokes: ["M8.5 5L4 9.5 8.5 14", "M4 9.5h10a5.5 5.5 0 0 1 0 11h-4"])
    case .warning:
      Glyph(strokes: ["M12 4L21 19.5H3z", "M12 10v4.3"], fills: [Glyph.circle(12, 16.9, 1)])
    }
  }
}
