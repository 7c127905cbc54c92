import HubContracts
import ToolboxHTTP

/// What a route reads from a request's body.
///
/// The router looks at it after the caller and before the route: first the type (415), then the
/// size (413).
public enum RequestBody: Sendable, Equatable {
  /// Ignored where there is one.
  case none
  case json(bytesMax: Int)
  case form(bytesMax: Int)
  case jsonOrForm(bytesMax: Int)

  /// The answer to a request whose body the route cannot take; nil where it can.
  func refusal(of request: HTTPRequest) -> HTTPResponse? {
    let limit: Int
    switch self {
    case .none: return nil
    case .json(let bytesMax), .form(let bytesMax), .jsonOrForm(let bytesMax): limit = bytesMax
    }
    guard let type = request.headers.mediaType, types.contains(type) else {
      return .error(
        .unsupportedMediaType, "Send a body of the type \(types.joined(separator: " or ")).")
    }
    guard request.body.count <= limit else {
      return .error(.payloadTooLarge, "A body here has at most \(limit) bytes.")
    }
    return nil
  }

  /// The media types that are read; empty where a body is ignored.
  var types: [String] {
    switch self {
    case .none: []
    case .json: [Self.jsonType]
    case .form: [Self.formType]
    case .jsonOrForm: [Self.jsonType, Self.formType]
    }
  }

  static let jsonType = "application/json"
  static let formType = "application/x-www-form-urlencoded"
}
