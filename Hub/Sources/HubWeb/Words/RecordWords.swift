import HubContracts

/// Names of records and their facts, made from the names that the contracts give them.
enum RecordWords {
  /// "Focus session" for `focusSession`.
  static func type(_ name: String) -> String { capitalized(FactWords.name(name)) }

  /// "Focused minutes" for `focusedMinutes`, "Protein, g" for `proteinG`.
  static func fact(_ name: String) -> String { capitalized(FactWords.name(name)) }

  /// "Planned" for `planned`, "In progress" for `inProgress`.
  static func choice(_ word: String) -> String { capitalized(FactWords.name(word)) }

  /// "Meal: Lunch" needs the value's words: a choice as ``choice(_:)``, others as they are written.
  static func value(_ value: FactValue) -> String {
    switch value {
    case .flag(let flag): flag ? "yes" : "no"
    case .choice(let word): choice(word).lowercased()
    case .number(let number): CountWords.grouped(number)
    case .day(let day): day.description
    case .instant(let minute): minute.description
    case .ref(let id): String(id.description.suffix(36).prefix(8))
    }
  }

  /// What values a fact may have, such as "0 to 1,440" or "one of daily, weekdays".
  static func range(_ kind: FactKind) -> String {
    switch kind {
    case .flag: "yes or no"
    case .choice(let words):
      "one of \(words.map { choice($0).lowercased() }.joined(separator: ", "))"
    case .number(let range, let step):
      "\(CountWords.grouped(range.lowerBound)) to \(CountWords.grouped(range.upperBound))"
        + (step == 1 ? "" : ", in steps of \(step)")
    case .day: "a day"
    case .instant: "a time, to the minute"
    case .ref: "which other record"
    }
  }

  static func kind(_ kind: FactKind) -> String {
    switch kind {
    case .flag: "flag"
    case .choice: "choice"
    case .number: "number"
    case .day: "day"
    case .instant: "time"
    case .ref: "reference"
    }
  }

  /// "12.5", rounded up.
  static func bits(_ bits: Double) -> String {
    let tenths = Int((bits * 10).rounded(.up))
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
