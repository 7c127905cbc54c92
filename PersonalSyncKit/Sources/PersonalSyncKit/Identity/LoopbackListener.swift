/// Hears, on this machine alone, where the Hub leads a browser when the person has decided (RFC 8252 §7.3).
///
/// For one sign-in. The kit has no server of its own, so the app hands one in.
public protocol LoopbackListener: Sendable {
  /// Begins to listen on 127.0.0.1 and says on which port, one that the system has chosen.
  ///
  /// Only a GET of `/callback` whose query `isExpected` accepts is the answer; whatever else comes, such as
  /// from another page of the browser, is refused and waited past.
  func open(expecting isExpected: @escaping @Sendable (String) -> Bool) async throws -> UInt16

  /// The query of the answer; nil when ``secondsMax`` have passed or the task was cancelled.
  func query() async -> String?

  /// How long ``query()`` waits.
  var secondsMax: Int64 { get }

  /// Stops listening; also where it never began.
  func close() async
}

/// How a sign-in reaches a person who sits at this machine.
public enum BrowserWay: Sendable {
  /// By an address that is opened in a browser of this machine and leads back to it.
  case loopback(any LoopbackListener)
}

/// What a browser on this machine has to open, for the person to decide on the Hub's page.
public struct BrowserPrompt: Sendable, CustomStringConvertible, CustomReflectable {
  /// To be opened in a browser on this machine; tells nobody else enough to take the session.
  public let address: String
  public let expiresInSeconds: Int64

  let request: AuthorizationRequest
  let listener: any LoopbackListener
  /// The session that was current when this sign-in began; another one since ends it.
  let generation: Int64

  public var description: String { "BrowserPrompt" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
