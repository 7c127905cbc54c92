/// Why a word is not a value of its kind.
public struct ValueProblem: Error, Equatable, Sendable {
  /// Finishes the sentence "… is not", such as "a whole number of 1…600".
  public let expected: String

  public init(expected: String) {
    self.expected = expected
  }
}

/// What a shell offers where a value is typed.
public enum Completion: Sendable, Equatable {
  case nothing
  case files
  case words([String])
}

/// How a word on the command line is read as a value.
public struct ValueKind<Value: Sendable>: Sendable {
  /// What stands for the value in usage lines, in capitals.
  public let placeholder: String
  public let completion: Completion
  /// Pure: the same word gives the same value, because it is read once to check and once to use.
  public let read: @Sendable (String) throws(ValueProblem) -> Value

  public init(
    _ placeholder: String, completion: Completion = .nothing,
    read: @escaping @Sendable (String) throws(ValueProblem) -> Value
  ) {
    self.placeholder = placeholder
    self.completion = completion
    self.read = read
  }

  /// The same kind with a placeholder that says more.
  public func named(_ placeholder: String) -> ValueKind {
    ValueKind(placeholder, completion: completion, read: read)
  }

  /// An argument is shown by its name, but a choice by what can be chosen.
  func asArgument(_ name: String) -> ValueKind {
    if case .words = completion { return self }
    return named(name.uppercased())
  }
}

extension ValueKind where Value == String {
  /// Any text but the empty one.
  public static var text: ValueKind {
    ValueKind("TEXT") { (word) throws(ValueProblem) in
      if word.isEmpty { throw ValueProblem(expected: "a text of at least one character") }
      return word
    }
  }

  /// The path of a file, not looked at.
  public static var file: ValueKind {
    ValueKind("FILE", completion: .files) { (word) throws(ValueProblem) in
      if word.isEmpty { throw ValueProblem(expected: "the path of a file") }
      return word
    }
  }
}

extension ValueKind where Value == Int {
  /// A whole number in decimal digits, within `range`.
  public static func whole(_ range: ClosedRange<Int>) -> ValueKind {
    ValueKind("NUMBER") { (word) throws(ValueProblem) in
      guard let number = Int(word), range.contains(number) else {
        throw ValueProblem(
          expected: "a whole number of \(range.lowerBound)…\(range.upperBound)")
      }
      return number
    }
  }
}

extension ValueKind where Value == Double {
  /// A number such as `1.5` or `1,5`, within `range`.
  public static func decimal(_ range: ClosedRange<Double>) -> ValueKind {
    ValueKind("NUMBER") { (word) throws(ValueProblem) in
      let isPlain = word.utf8.allSatisfy { byte in
        (48...57).contains(byte)
          || [UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "-")]
            .contains(byte)
      }
      let text = String(word.map { $0 == "," ? "." : $0 })
      guard isPlain, let number = Double(text), range.contains(number) else {
        throw ValueProblem(expected: "a number of \(range.lowerBound)…\(range.upperBound)")
      }
      return number
    }
  }
}

extension ValueKind where Value == Duration {
  /// A length of time, see ``HumanDuration``; a bare number is minutes.
  public static func duration(_ range: ClosedRange<Duration>) -> ValueKind {
    ValueKind("DURATION") { (word) throws(ValueProblem) in
      guard let duration = HumanDuration.read(word), range.contains(duration) else {
        let (from, to) = (
          HumanDuration.text(range.lowerBound), HumanDuration.text(range.upperBound)
        )
        throw ValueProblem(expected: "a duration of \(from)…\(to), such as 25, 90m or 1h30")
      }
      return duration
    }
  }
}

extension ValueKind where Value == Int64 {
  /// A moment in seconds since 1970, see ``HumanDate``.
  public static func moment(_ clock: LocalClock, leaning: HumanDate.Leaning) -> ValueKind {
    ValueKind("WHEN") { (word) throws(ValueProblem) in
      do throws(HumanDate.Problem) {
        return try HumanDate.moment(word, clock, leaning: leaning)
      } catch {
        throw ValueProblem(expected: error.expected)
      }
    }
  }
}

extension ValueKind where Value == CivilDay {
  /// A day, see ``HumanDate``.
  public static func day(_ clock: LocalClock, leaning: HumanDate.Leaning) -> ValueKind {
    ValueKind("DAY") { (word) throws(ValueProblem) in
      do throws(HumanDate.Problem) {
        return try HumanDate.day(word, clock, leaning: leaning)
      } catch {
        throw ValueProblem(expected: error.expected)
      }
    }
  }
}

extension ValueKind where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// One of the cases, by its raw value.
  public static var choice: ValueKind {
    let words = Value.allCases.map(\.rawValue)
    return ValueKind(words.joined(separator: "|"), completion: .words(words)) {
      (word) throws(ValueProblem) in
      guard let value = Value(rawValue: word) else {
        throw ValueProblem(expected: "one of " + words.joined(separator: ", "))
      }
      return value
    }
  }
}
