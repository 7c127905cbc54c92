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
    switch error {
    case .full:
      .error(.storageFull, "The Hub's disk is full. Nothing was stored; free space and try again.")
    case .busy:
      .error(.busy, "The Hub is busy. Nothing was stored; try again.", retryAfter: 1)
    case .damaged:
      .error(
        .storageUnavailable, "The Hub's database is damaged. Nothing was stored; ask its owner.")
    case .unavailable:
      .error(.storageUnavailable, "The Hub cannot use its database now. Nothing was stored.")
    }
  }
}
