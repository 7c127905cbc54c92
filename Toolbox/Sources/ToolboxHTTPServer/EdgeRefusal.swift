import ToolboxHTTP

/// A request that is refused before a responder sees it; its connection is closed with it.
struct EdgeRefusal: Error, Equatable {
  var status: Int
  /// Stable, for programs.
  var code: String
  /// For people: what is wrong and, where it helps, the limit.
  var message: String

  static func badRequest(_ message: String) -> Self {
    EdgeRefusal(status: 400, code: "bad_request", message: message)
  }

  static func payloadTooLarge(bytesMax: Int) -> Self {
    EdgeRefusal(
      status: 413, code: "payload_too_large",
      message: "The body is larger than \(bytesMax) bytes.")
  }

  static func headersTooLarge(bytesMax: Int) -> Self {
    EdgeRefusal(
      status: 431, code: "headers_too_large",
      message: "The request line and headers are larger than \(bytesMax) bytes, "
        + "or have more than \(RequestHead.fieldsMax) fields.")
  }

  static let requestTimeout = EdgeRefusal(
    status: 408, code: "request_timeout", message: "The request did not arrive in time.")

  static let methodNotSupported = EdgeRefusal(
    status: 501, code: "method_not_supported",
    message: "This server knows only "
      + "\(HTTPMethod.allCases.map(\.rawValue).joined(separator: ", ")).")

  /// Not the client's fault: a responder gave an answer that HTTP cannot carry.
  static let invalidAnswer = EdgeRefusal(
    status: 500, code: "invalid_answer", message: "The server made an answer that cannot be sent.")

  /// The body of the answer; nothing in it needs escaping, since all texts are our own.
  var body: [UInt8] {
    Array(#"{"error":{"code":"\#(code)","message":"\#(message)"}}"#.utf8)
  }

  var response: HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"], body: .bytes(body))
  }
}
