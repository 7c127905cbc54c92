import ToolboxHTTP
import WebInterface

/// The fields of a form that a browser posted, or of a query; what is missing is empty.
struct PostedForm {
  /// Far above our forms, far below what could fill the memory.
  static let bytesMax = 16_384

  private let fields: HTTPQuery

  /// A form that cannot be read is empty, so that each of its fields is asked for again.
  init(_ request: HTTPRequest) {
    do throws(HTTPQueryError) { fields = try request.decodedForm() } catch { fields = [:] }
  }

  init(queryOf request: HTTPRequest) {
    do throws(HTTPQueryError) { fields = try request.decodedQuery() } catch { fields = [:] }
  }

  subscript(name: String) -> String { fields[name] ?? "" }
}

extension HTTPResponse {
  /// Leads the browser to another of our pages, with GET.
  static func seeOther(_ path: PagePath) -> HTTPResponse {
    HTTPResponse(status: 303, headers: ["Location": path.text])
  }

  /// The same answer, to be asked for again after so many seconds.
  func retrying(after seconds: Int) -> HTTPResponse {
    var response = self
    response.headers["Retry-After"] = String(seconds)
    return response
  }
}
