import HubContracts
import HubCore
import ToolboxHTTP

extension HTTPResponse {
  /// The header that repeats an error's code, for the log and for clients that drop bodies.
  public static let errorHeader = "Hub-Error"

  public static func json(status: Int = 200, _ bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": "application/json; charset=utf-8"],
      body: .bytes(bytes))
  }

  /// The Hub's one shape of error.
  ///
  /// `message` is a sentence for a person, with nothing of the request in it; `retryAfter` is in
  /// whole seconds, where the same request may succeed later.
  public static func error(
    _ code: HubErrorCode, _ message: String, retryAfter: Int? = nil
  ) -> HTTPResponse {
    var response = json(
      status: code.status, HubErrorBody(code: code.rawValue, message: message).json)
    response.headers[errorHeader] = code.rawValue
    if let retryAfter { response.headers["Retry-After"] = String(retryAfter) }
    return response
  }

  /// Why storage did not answer; nothing of the request is stored.
  public static func failure(_ error: StorageError) -> HTTPResponse {
    let answer = error.answer
    return .error(answer.code, answer.message, retryAfter: answer.retryAfter)
  }
}

extension StorageError {
  /// How programs and people are told of it; nothing of the request is stored.
  ///
  /// `message` is a sentence for a person; `retryAfter` is in whole seconds.
  public var answer: (code: HubErrorCode, message: String, retryAfter: Int?) {
    switch self {
    case .full:
      (.storageFull, "The Hub's disk is full. Nothing was stored; free space and try again.", nil)
    case .busy: (.busy, "The Hub is busy. Nothing was stored; try again.", 1)
    case .damaged:
      (
        .storageUnavailable,
        "The Hub's database is damaged. Nothing was stored. Its owner starts the Hub again: it "
          + "then says what is wrong, and what to do.", nil
      )
    case .unavailable:
      (
        .storageUnavailable,
        "The Hub cannot use its database now. Nothing was stored. If it stays so, its owner "
          + "starts the Hub again: it then says what is wrong.", nil
      )
    }
  }
}
