import ToolboxHTTP

extension PageCall {
  /// A file that the browser keeps under this name, rather than a page.
  ///
  /// - Parameters:
  ///   - bytes: the whole file, so that one which could not be made is said on a page and not cut off.
  ///   - type: its media type.
  ///   - name: letters, digits, `-` and `.`.
  /// - Returns: an answer that no cache keeps.
  public func file(_ bytes: [UInt8], type: String, name: String) -> HTTPResponse {
    var response = HTTPResponse(
      status: 200,
      headers: [
        "Content-Type": type, "Content-Disposition": "attachment; filename=\"\(name)\"",
      ],
      body: .bytes(bytes))
    site.headers.add(to: &response)
    return response
  }
}
