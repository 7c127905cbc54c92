import AnchorModel
import AppShell
import ToolboxJSON

/// A day's plan in words, for the terminal.
struct PlanReport {
  private let view: PlanView

  init(_ view: PlanView) { self.view = view }

  var answer: Answer { Answer(lines.joined(separator: "\n")) { json in write(to: &json) } }

  /// Such as `2 of 5 done, 3 h 30 min planned`.
  static func figures(_ view: PlanView) -> String {
    let planned = view.review.plannedSeconds
    return "\(view.plan.done) of \(view.plan.planned) done, "
      + "\(ReviewWords.length(planned)) planned"
  }

  /// How many blocks were left the day before, as a sentence.
  static func leftOver(_ view: PlanView) -> String {
    let count = view.leftOver.count
    return "\(count) \(count == 1 ? "block was" : "blocks were") not done yesterday."
  }

  private var lines: [String] {
    let head = [DayWords.title(of: view.day), ""]
    if view.plan.blocks.isEmpty {
      return head + ["  Nothing planned. Plan something with: anchor plan add 9:00 45m \"write\""]
        + leftOver
    }
    let spans = view.plan.blocks.map { PlanBlockLine($0).span }
    let width = spans.map(\.count).max() ?? 0
    let lengths = view.plan.blocks.map { PlanBlockLine($0).length }
    let lengthWidth = lengths.map(\.count).max() ?? 0
    let rows = view.plan.blocks.enumerated().map { place, block in
      let span = spans[place] + String(repeating: " ", count: width - spans[place].count)
      let gap = String(repeating: " ", count: lengthWidth - lengths[place].count)
      let lived = view.review.row(of: block)?.livedSeconds
      let notes = [
        PlanBlockLine(block).state, lived.map { "lived \(ReviewWords.length($0))" } ?? "",
      ].filter { !$0.isEmpty }
      let state = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
      return "  \(place + 1) [\(mark(block))] \(span)\(width > 0 ? "  " : "")"
        + "\(gap)\(lengths[place])  \(block.words.title)\(state)"
    }
    return head + rows + ["", "\(Self.figures(view))."]
      + view.load.warnings.map(PlanLoadWords.words) + leftOver
  }

  private var leftOver: [String] {
    if view.leftOver.isEmpty { return [] }
    return ["", "\(Self.leftOver(view)) Bring over with: anchor plan roll"]
  }

  private func mark(_ block: PlanBlock) -> String {
    switch block.outcome {
    case .open: " "
    case .done: "x"
    case .skipped: "-"
    case .moved: ">"
    }
  }

  private func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("day", view.day.description)
      json.member("blocksPlanned", view.plan.planned)
      json.member("blocksDone", view.plan.done)
      json.member("plannedMinutes", view.review.plannedSeconds / 60)
      json.member("workMinutes", view.load.workMinutes)
      json.member("openMinutes", view.load.openMinutes)
      json.member("warnings") { json in
        json.array(view.load.warnings) { json, warning in
          json.string(PlanLoadWords.words(warning))
        }
      }
      json.member("blocks") { json in
        json.array(view.plan.blocks) { json, block in
          json.object { json in
            PlanBlockLine(block).writeMembers(to: &json)
            if let lived = view.review.row(of: block)?.livedSeconds {
              json.member("focusedOrSaidSeconds", lived)
            }
          }
        }
      }
      json.member("leftOver") { json in
        json.array(view.leftOver) { json, block in PlanBlockLine(block).write(to: &json) }
      }
    }
  }
}

/// A day's review in words, for the terminal: planned against lived, without a score.
struct ReviewReport {
  private let view: PlanView

  init(_ view: PlanView) { self.view = view }

  var answer: Answer { Answer(lines.joined(separator: "\n")) { json in write(to: &json) } }

  private var lines: [String] {
    let review = view.review
    var lines = [
      DayWords.title(of: view.day), "",
      "  Planned \(ReviewWords.length(review.plannedSeconds)), lived "
        + "\(review.livedSeconds.map(ReviewWords.length) ?? "not known").",
    ]
    let gaps = review.gaps.map { row in
      let cause = row.cause.map { ", \(ReviewWords.cause($0))" } ?? ""
      return "  \(row.block.words.title): \(row.gap.map(ReviewWords.gap) ?? "")\(cause)"
    }
    if !gaps.isEmpty { lines += ["", "Went otherwise:"] + gaps }
    if !review.beside.isEmpty {
      lines += ["", "Beside the plan:"]
      lines += review.beside.map { session in
        let line = SessionLine(session: session, now: view.now, zone: view.zone)
        return "  \(line.start)  \(line.length)  \(line.titleWithTags)"
      }
    }
    if !review.suggestions.isEmpty {
      lines += ["", "For the next day:"]
      lines += review.suggestions.map { "  \(ReviewWords.suggestion($0))" }
    }
    if let note = view.notes?.note, !note.isEmpty {
      lines += [""] + note.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    return lines
  }

  private func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("day", view.day.description)
      json.member("plannedSeconds", view.review.plannedSeconds)
      if let lived = view.review.livedSeconds { json.member("livedSeconds", lived) }
      json.member("blocks") { json in
        json.array(view.review.rows) { json, row in
          json.object { json in
            PlanBlockLine(row.block).writeMembers(to: &json)
            if let lived = row.livedSeconds { json.member("focusedOrSaidSeconds", lived) }
            if let gap = row.gap { json.member("gap", ReviewWords.code(gap)) }
            if let cause = row.cause { json.member("cause", cause.rawValue) }
          }
        }
      }
      json.member("beside") { json in
        json.array(view.review.beside) { json, session in
          SessionLine(session: session, now: view.now, zone: view.zone).write(to: &json)
        }
      }
      json.member("suggestions") { json in
        json.array(view.review.suggestions) { json, suggestion in
          json.string(ReviewWords.suggestion(suggestion))
        }
      }
      if let note = view.notes?.note, !note.isEmpty { json.member("note", note) }
    }
  }
}
