import ToolboxHTTP

/// One address of a local site and what answers there.
public struct PageRoute: Sendable {
  public typealias Answer = @Sendable (PageCall) async throws(Trouble) -> HTTPResponse

  let method: HTTPMethod
  private let segments: [String]
  let answer: Answer

  /// A page; shows and changes nothing.
  ///
  /// - `pattern`: such as `/days/:day`, where the last segment is ``PageCall/parameter``.
  public static func get(_ pattern: String, _ answer: @escaping Answer) -> PageRoute {
    PageRoute(.get, pattern, answer)
  }

  /// A form's target; changes something and then leads to a page.
  public static func post(_ pattern: String, _ answer: @escaping Answer) -> PageRoute {
    PageRoute(.post, pattern, answer)
  }

  private init(_ method: HTTPMethod, _ pattern: String, _ answer: @escaping Answer) {
    self.method = method
    segments = Self.split(pattern)
    self.answer = answer
  }

  /// The last segment where the pattern leaves it open, empty where it does not; nil for another
  /// path.
  func parameter(of path: String) -> String? {
    let given = Self.split(path)
    guard given.count == segments.count else { return nil }
    var parameter = ""
    for (segment, word) in zip(segments, given) {
      if segment.hasPrefix(":") { parameter = word } else if segment != word { return nil }
    }
    return parameter
  }

  private static func split(_ path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }
}
