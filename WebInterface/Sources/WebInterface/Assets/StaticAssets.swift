import ToolboxHTTP

/// The files of a site, held in memory and served by their exact path.
///
/// No path of a request ever reaches a file system: what is not in the table does not exist.
public struct StaticAssets: Sendable {
  /// What every asset's path begins with, and no page's.
  public static let prefix = "/assets/"

  private let assets: [String: StaticAsset]

  public init(_ assets: [StaticAsset]) {
    self.assets = Dictionary(assets.map { ($0.path.text, $0) }) { first, _ in first }
  }

  /// The answer to a request under ``prefix``; nil for every other path.
  ///
  /// 200 (304 where the browser has these bytes) with a year of caching; 404 for an asset that is
  /// not of this version, without caching; 405 for anything but GET and HEAD. For HEAD the body is
  /// left in place, because a server writes its length and drops it.
  public func response(to request: HTTPRequest) -> HTTPResponse? {
    guard request.path.hasPrefix(Self.prefix) else { return nil }
    guard request.method == .get || request.method == .head else {
      return HTTPResponse(status: 405, headers: ["Allow": "GET, HEAD"])
    }
    guard let asset = assets[request.path] else {
      return HTTPResponse(status: 404, headers: ["Cache-Control": "no-store"])
    }
    var headers: HTTPHeaders = [
      "Cache-Control": "public, max-age=31536000, immutable", "ETag": asset.entityTag,
    ]
    for field in SecurityHeaders.ofAssets.fields { headers.add(field.name, field.value) }
    if request.headers["If-None-Match"] == asset.entityTag {
      return HTTPResponse(status: 304, headers: headers)
    }
    headers.add("Content-Type", asset.contentType)
    return HTTPResponse(status: 200, headers: headers, body: .bytes(asset.bytes))
  }
}
