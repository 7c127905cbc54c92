import WebInterface

/// Whole minutes as people say them: "2 h 05 min", "45 min".
enum DurationWords {
  static func text(_ minutes: Int) -> String {
    let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
    return hours == 0 ? "\(rest) min" : "\(hours) h \(rest < 10 ? "0" : "")\(rest) min"
  }

  /// The same with the exact number for programs, as in HTML's `time`.
  static func html(_ minutes: Int) -> HTML { time(text(minutes), machineReadable(minutes)) }

  /// For a large figure: the units smaller than the numbers.
  static func figure(_ minutes: Int) -> HTML {
    let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
    return time(machineReadable(minutes)) {
      if hours > 0 {
        "\(hours)"
        span(" h ", .class("figure-unit"))
      }
      hours > 0 && rest < 10 ? "0\(rest)" : "\(rest)"
      span(" min", .class("figure-unit"))
    }
  }

  private static func machineReadable(_ minutes: Int) -> Attribute { .datetime("PT\(minutes)M") }
}

/// A number with its noun: "1 record", "412 records", "1,204 records".
enum CountWords {
  static func text(_ count: some BinaryInteger, _ one: String, _ many: String) -> String {
    count == 1 ? "1 \(one)" : "\(grouped(count)) \(many)"
  }

  static func grouped(_ count: some BinaryInteger) -> String {
    var grouped = ""
    for (place, digit) in String(count).reversed().enumerated() {
      if place > 0, place % 3 == 0 { grouped.append(",") }
      grouped.append(digit)
    }
    return String(grouped.reversed())
  }
}
