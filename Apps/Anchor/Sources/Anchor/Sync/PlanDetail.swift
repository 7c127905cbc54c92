import AnchorModel
import PersonalSyncKit

/// All of a block, which only the person's own devices may know.
///
/// Source: docs/protocol/privacy.md, type `planBlock` of domain `anchor`.
struct PlanBlockDetail: SealedDetail {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case day, start, minutes, title, intent, kind, state, livedFrom, livedTo, movedTo, template
  }

  let day: String
  /// Minutes from midnight.
  let start: Int?
  let minutes: Int
  let title: String
  let intent: String
  let kind: String
  /// `open`, `done`, `skipped` or `moved`.
  let state: String
  /// Seconds since 1970 UTC.
  let livedFrom: Int64?
  let livedTo: Int64?
  let movedTo: String?
  let template: String?

  init(of block: PlanBlock) {
    day = block.day.description
    start = block.times.startMinute
    minutes = block.times.minutes
    title = block.words.title
    intent = block.words.intent
    kind = block.kind.rawValue
    template = block.template?.description
    state = block.outcome.code
    var (span, moved): (PlanBlock.LivedSpan?, Day?) = (nil, nil)
    switch block.outcome {
    case .open, .skipped: break
    case .done(let lived): span = lived
    case .moved(let day): moved = day
    }
    livedFrom = span?.from.wholeSeconds
    livedTo = span?.to.wholeSeconds
    movedTo = moved?.description
  }

  /// The block that was sealed; nil where it breaks a rule of this program, as a newer one's may.
  func block(_ id: PlanBlockID) -> PlanBlock? {
    guard let day = Day(day), let kind = PlanBlock.Kind(rawValue: kind) else { return nil }
    do throws(PlanRefusal) {
      guard let outcome = try outcome else { return nil }
      return PlanBlock(
        id: id, day: day, times: try PlanBlock.Times(startMinute: start, minutes: minutes),
        words: try PlanWords(title: title, intent: intent), kind: kind, outcome: outcome,
        template: template.flatMap(PlanTemplateID.init(_:)))
    } catch { return nil }
  }

  private var outcome: PlanBlock.Outcome? {
    get throws(PlanRefusal) {
      switch state {
      case "open": return .open
      case "skipped": return .skipped
      case "moved": return movedTo.flatMap(Day.init(_:)).map { .moved(to: $0) }
      case "done":
        guard let from = livedFrom.flatMap(Instant.init(wholeSeconds:)),
          let to = livedTo.flatMap(Instant.init(wholeSeconds:))
        else { return .done(nil) }
        return .done(try PlanBlock.LivedSpan(from: from, to: to))
      default: return nil
      }
    }
  }
}

extension PlanBlock.Outcome {
  /// The name in details and in `--json` output; never renamed, never reused.
  var code: String {
    switch self {
    case .open: "open"
    case .done: "done"
    case .skipped: "skipped"
    case .moved: "moved"
    }
  }
}

/// All of a template, which only the person's own devices may know.
///
/// Source: docs/protocol/privacy.md, type `template` of domain `anchor`.
struct PlanTemplateDetail: SealedDetail {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case title, intent, start, minutes, kind, weekdays, since
  }

  let title: String
  let intent: String
  /// Minutes from midnight.
  let start: Int?
  let minutes: Int
  let kind: String
  /// Monday is bit 0; 0 is every day.
  let weekdays: Int
  let since: String

  init(of template: PlanTemplate) {
    title = template.words.title
    intent = template.words.intent
    start = template.times.startMinute
    minutes = template.times.minutes
    kind = template.kind.rawValue
    weekdays = template.weekdays.mask
    since = template.since.description
  }

  /// The template that was sealed; nil where it breaks a rule of this program, as a newer one's may.
  func template(_ id: PlanTemplateID) -> PlanTemplate? {
    guard let kind = PlanBlock.Kind(rawValue: kind), let since = Day(since),
      let weekdays = PlanTemplate.Weekdays(mask: weekdays)
    else { return nil }
    do throws(PlanRefusal) {
      return PlanTemplate(
        id: id, words: try PlanWords(title: title, intent: intent),
        times: try PlanBlock.Times(startMinute: start, minutes: minutes), kind: kind,
        weekdays: weekdays, since: since)
    } catch { return nil }
  }
}

/// All of what was said of a day at its end, which only the person's own devices may know.
///
/// Source: docs/protocol/privacy.md, type `review` of domain `anchor`.
struct ReviewDetail: SealedDetail {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case day, note, causes
  }

  let day: String
  let note: String
  /// The cause by the block's id.
  let causes: [String: String]

  init(of notes: ReviewNotes) {
    day = notes.day.description
    note = notes.note
    causes = Dictionary(
      uniqueKeysWithValues: notes.causes.map { ($0.key.description, $0.value.rawValue) })
  }

  /// What was sealed; nil where it breaks a rule of this program, as a newer one's may.
  func notes(_ id: ReviewID) -> ReviewNotes? {
    guard let day = Day(day) else { return nil }
    var read: [PlanBlockID: ReviewNotes.Cause] = [:]
    for (block, cause) in causes {
      guard let block = PlanBlockID(block), let cause = ReviewNotes.Cause(rawValue: cause) else {
        return nil
      }
      read[block] = cause
    }
    do throws(PlanRefusal) {
      return try ReviewNotes(id: id, day: day, note: note, causes: read)
    } catch { return nil }
  }
}
