/// Takes a day, then a time, from the words of a date.
struct DateWords {
  struct Day {
    let day: CivilDay
    /// A bare weekday that is today: with a time it may mean the one a week off.
    let mayShiftWeek: Bool
  }

  private var words: ArraySlice<String>
  private let today: CivilDay
  private let leaning: HumanDate.Leaning

  init(_ words: [String], today: CivilDay, leaning: HumanDate.Leaning) {
    self.words = words[...]
    self.today = today
    self.leaning = leaning
  }

  var isAtEnd: Bool { words.isEmpty }

  // MARK: - Days

  /// Nil where the words do not begin with a day; they are then left as they are.
  mutating func takeDay() throws(HumanDate.Problem) -> Day? {
    if words.first == "on" { words.removeFirst() }
    guard let first = words.first else { return nil }
    if let shift = ["yesterday": -1, "today": 0, "tomorrow": 1][first] {
      words.removeFirst()
      return Day(day: try day(number: today.number + shift), mayShiftWeek: false)
    }
    if let day = try takeWeekday() { return day }
    if let day = try takeDigits(first) { return Day(day: day, mayShiftWeek: false) }
    return try takeMonthName().map { Day(day: $0, mayShiftWeek: false) }
  }

  private func day(number: Int) throws(HumanDate.Problem) -> CivilDay {
    guard let day = CivilDay(number: number) else { throw .noSuchDate }
    return day
  }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// The place of a name in a list, also by its first letters, at least three.
  private static func place(of word: String, in names: [String]) -> Int? {
    let bare = word.hasSuffix(".") ? String(word.dropLast()) : word
    guard bare.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(bare) }
  }

  /// `fri`, `last fri`, `next fri`; the latter two are never today.
  private mutating func takeWeekday() throws(HumanDate.Problem) -> Day? {
    let prefix = ["last", "next"].first { $0 == words.first }
    guard let word = words.dropFirst(prefix == nil ? 0 : 1).first,
      let weekday = Self.place(of: word, in: Self.weekdays)
    else {
      if prefix != nil { throw .notADate }
      return nil
    }
    words = words.dropFirst(prefix == nil ? 1 : 2)
    let back = (today.weekday - weekday + 7) % 7
    let ahead = (weekday - today.weekday + 7) % 7
    let shift =
      switch (prefix, leaning) {
      case ("last", _): back == 0 ? -7 : -back
      case ("next", _): ahead == 0 ? 7 : ahead
      case (_, .past): -back
      case (_, .future): ahead
      }
    return Day(day: try day(number: today.number + shift), mayShiftWeek: prefix == nil && back == 0)
  }

  /// `2026-11-30`, `30.11.`, `30.11.2026`.
  private mutating func takeDigits(_ word: String) throws(HumanDate.Problem) -> CivilDay? {
    if word.wholeMatch(of: /[0-9]{4}-[0-9][0-9]-[0-9][0-9]/) != nil {
      words.removeFirst()
      guard let day = Self.isoDay(word) else { throw .noSuchDate }
      return day
    }
    guard let match = word.wholeMatch(of: /([0-9][0-9]?)\.([0-9][0-9]?)\.([0-9]{4})?/),
      let day = Int(match.1), let month = Int(match.2)
    else { return nil }
    words.removeFirst()
    return try dated(day, month, year: match.3.flatMap { Int($0) })
  }

  static func isoDay(_ word: String) -> CivilDay? {
    let parts = word.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return nil }
    return CivilDay(year: parts[0], month: parts[1], day: parts[2])
  }

  /// `30 nov`, `nov 30`, either with a year of four digits.
  private mutating func takeMonthName() throws(HumanDate.Problem) -> CivilDay? {
    let two = Array(words.prefix(2))
    guard two.count == 2 else { return nil }
    let number: Int
    let month: Int
    if let place = Self.place(of: two[1], in: Self.months), let day = Self.dayNumber(two[0]) {
      (number, month) = (day, place + 1)
    } else if let place = Self.place(of: two[0], in: Self.months),
      let day = Self.dayNumber(two[1])
    {
      (number, month) = (day, place + 1)
    } else {
      return nil
    }
    words = words.dropFirst(2)
    let year = words.first.flatMap { $0.wholeMatch(of: /[0-9]{4}/) != nil ? Int($0) : nil }
    if year != nil { words.removeFirst() }
    return try dated(number, month, year: year)
  }

  /// `30`, `30.`, `30,` and `30th`.
  private static func dayNumber(_ word: String) -> Int? {
    word.wholeMatch(of: /([0-9][0-9]?)(?:st|nd|rd|th)?[.,]?/).flatMap { Int($0.1) }
  }

  /// Without a year the nearest such day on the side that is leant to; today counts.
  private func dated(
    _ number: Int, _ month: Int, year: Int?
  ) throws(HumanDate.Problem) -> CivilDay {
    // Eight years hold at least one 29 February.
    let years: [Int] =
      if let year {
        [year]
      } else {
        switch leaning {
        case .past: (0...8).map { today.year - $0 }
        case .future: (0...8).map { today.year + $0 }
        }
      }
    let days = years.compactMap { CivilDay(year: $0, month: month, day: number) }
    let fitting = days.first { day in
      switch leaning {
      case .past: day <= today || year != nil
      case .future: day >= today || year != nil
      }
    }
    guard let fitting else { throw .noSuchDate }
    return fitting
  }

  // MARK: - Times

  /// Seconds since midnight, or nil where no time follows.
  ///
  /// - `isDayGiven`: after a day a bare hour is a time too, as in `fri 9`.
  mutating func takeTime(isDayGiven: Bool) throws(HumanDate.Problem) -> Int? {
    let hasAt = words.first == "at"
    if hasAt { words.removeFirst() }
    guard let word = words.popFirst() else {
      if hasAt { throw .notADate }
      return nil
    }
    if word == "noon" { return 12 * 3_600 }
    if word == "midnight" { return 0 }
    let half =
      word.hasSuffix("m") ? nil : words.first.flatMap { ["am", "pm"].contains($0) ? $0 : nil }
    if half != nil { words.removeFirst() }
    guard
      let match = (word + (half ?? "")).wholeMatch(
        of: /([0-9][0-9]?)(?:[:.h]([0-9][0-9])(?::([0-9][0-9]))?)?(am|pm)?/)
    else { throw .notADate }
    let isBare = match.2 == nil && match.4 == nil
    if isBare && !isDayGiven && !hasAt { throw .notADate }
    guard let hour = Int(match.1), let minute = Int(match.2 ?? "0"),
      let second = Int(match.3 ?? "0"), minute < 60, second < 60,
      let hour24 = Self.hour24(hour, match.4)
    else { throw .noSuchDate }
    return hour24 * 3_600 + minute * 60 + second
  }

  private static func hour24(_ hour: Int, _ half: Substring?) -> Int? {
    switch half {
    case nil: hour < 24 ? hour : nil
    case "am": (1...12).contains(hour) ? hour % 12 : nil
    default: (1...12).contains(hour) ? hour % 12 + 12 : nil
    }
  }
}
