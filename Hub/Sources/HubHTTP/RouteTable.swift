import ToolboxHTTP

/// Finds the route of a method and a path.
struct RouteTable: Sendable {
  /// A route and what the path's open segments were.
  struct Match: Sendable {
    let route: Route
    let parameters: [String: String]
  }

  private struct Key: Hashable, Sendable {
    let method: HTTPMethod
    let path: String
  }

  private enum Segment: Sendable {
    case literal(Substring)
    case parameter(String)
  }

  private struct Pattern: Sendable {
    let route: Route
    let segments: [Segment]
  }

  private var literal: [Key: Route] = [:]
  private var patterns: [Pattern] = []

  /// - Precondition: no two routes have the same method and path.
  init(_ routes: [Route]) {
    var seen: Set<Key> = []
    for route in routes {
      let isNew = seen.insert(Key(method: route.method, path: route.path)).inserted
      precondition(isNew, "two routes for \(route.method.rawValue) \(route.path)")
      guard route.path.contains("{") else {
        literal[Key(method: route.method, path: route.path)] = route
        continue
      }
      let segments = Self.split(route.path).map { segment -> Segment in
        guard segment.hasPrefix("{"), segment.hasSuffix("}") else { return .literal(segment) }
        return .parameter(String(segment.dropFirst().dropLast()))
      }
      patterns.append(Pattern(route: route, segments: segments))
    }
  }

  /// Nil where there is no such path, or none for this method; `HEAD` is answered like `GET`.
  func match(_ method: HTTPMethod, _ path: String) -> Match? {
    let method = method == .head ? .get : method
    if let route = literal[Key(method: method, path: path)] {
      return Match(route: route, parameters: [:])
    }
    let segments = Self.split(path)
    for pattern in patterns where pattern.route.method == method {
      if let parameters = Self.parameters(of: segments, in: pattern.segments) {
        return Match(route: pattern.route, parameters: parameters)
      }
    }
    return nil
  }

  private static func split(_ path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false)
  }

  private static func parameters(
    of segments: [Substring], in pattern: [Segment]
  ) -> [String: String]? {
    guard segments.count == pattern.count else { return nil }
    var parameters: [String: String] = [:]
    for (segment, expected) in zip(segments, pattern) {
      switch expected {
      case .literal(let text):
        guard text == segment else { return nil }
      case .parameter(let name):
        guard !segment.isEmpty,
          let value = PercentEncoding.decode(segment.utf8, plusIsSpace: false)
        else { return nil }
        parameters[name] = value
      }
    }
    return parameters
  }
}
