/// The browser of the person who sits at this machine.
public protocol WebBrowser: Sendable {
  /// Begins to open `address`, an absolute http or https address; false where there is nothing to open it with.
  ///
  /// Does not wait for the browser. `didFail` is called at most once, later and on any thread, where what was
  /// begun ends and says that it could not.
  func open(_ address: String, didFail: @escaping @Sendable () -> Void) -> Bool
}

/// No browser, as on a machine that nobody sits at.
public struct NoBrowser: WebBrowser {
  public init() {}

  public func open(_ address: String, didFail: @escaping @Sendable () -> Void) -> Bool { false }
}
