import HubContracts
import ToolboxHTTP

/// How a browser is answered where no route's own answer fits; programs always get JSON.
public protocol ProblemPages: Sendable {
  /// For a page that only a signed-in person sees.
  func signInNeeded(for request: HTTPRequest) -> HTTPResponse

  /// The page of an error, with the status of its code; `message` is a sentence for a person.
  func problem(_ code: HubErrorCode, _ message: String) -> HTTPResponse
}

/// Answers browsers like programs; for a Hub without pages.
public struct JSONProblems: ProblemPages {
  public init() {}

  public func signInNeeded(for request: HTTPRequest) -> HTTPResponse {
    problem(.unauthorized, "Sign in first.")
  }

  public func problem(_ code: HubErrorCode, _ message: String) -> HTTPResponse {
    .error(code, message)
  }
}
