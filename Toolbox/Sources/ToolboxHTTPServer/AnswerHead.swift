import CMicrohttpd
import Glibc
import ToolboxHTTP

/// The status and header fields of an answer, ready to be sent.
struct AnswerHead {
  let status: Int
  let fields: [HTTPHeaders.Field]
  /// Whether the responder asked for the connection to be closed.
  let closes: Bool

  /// - Returns: nil where the status or a field could not be sent.
  init?(_ response: HTTPResponse, defaults: HTTPHeaders) {
    guard (200...599).contains(response.status),
      response.headers.fields.allSatisfy(\.isSendable)
    else { return nil }
    status = response.status
    closes = response.headers.values(of: "Connection")
      .contains { $0.equalsIgnoringASCIICase("close") }
    let own = response.headers.fields.filter { !$0.isFraming }
    let inherited = defaults.fields.filter {
      !$0.isFraming && response.headers[$0.name] == nil
    }
    // libmicrohttpd sends no field without a value.
    fields = (inherited + own).filter { !$0.value.isEmpty }
  }

  /// The bytes of a head that we send ourselves, outside libmicrohttpd.
  func bytes(framing: [HTTPHeaders.Field]) -> [UInt8] {
    let reason = MHD_get_reason_phrase_for(UInt32(status)).map { String(cString: $0) } ?? "Unknown"
    var text = "HTTP/1.1 \(status) \(reason)\r\nDate: \(Self.date())\r\n"
    for field in fields + framing {
      text += "\(field.name): \(field.value)\r\n"
    }
    return Array((text + "\r\n").utf8)
  }

  /// The time in the form of RFC 9110, section 5.6.7.
  private static func date() -> String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let twoDigits = { (number: Int32) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(days[Int(parts.tm_wday)]), \(twoDigits(parts.tm_mday)) "
      + "\(months[Int(parts.tm_mon)]) \(parts.tm_year + 1_900) "
      + "\(twoDigits(parts.tm_hour)):\(twoDigits(parts.tm_min)):\(twoDigits(parts.tm_sec)) GMT"
  }
}

extension HTTPHeaders.Field {
  /// Whether name and value fit on one header line.
  var isSendable: Bool {
    !name.isEmpty && name.utf8.allSatisfy(\.isTokenByte)
      && value.utf8.allSatisfy(\.isFieldValueByte)
  }

  /// Whether the field is about the connection and so belongs to the engine.
  fileprivate var isFraming: Bool {
    ["Content-Length", "Transfer-Encoding", "Connection", "Date", "Keep-Alive", "Upgrade"]
      .contains { name.equalsIgnoringASCIICase($0) }
  }
}

extension UInt8 {
  /// Whether the byte may stand in a method or a field name (RFC 9110, section 5.6.2).
  var isTokenByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
      UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"),
      UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Whether the byte may stand in a field's value: no control byte but the tab.
  var isFieldValueByte: Bool { self >= 32 && self != 127 || self == UInt8(ascii: "\t") }
}
