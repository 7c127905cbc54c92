import HubContracts
import ToolboxHTTP
import ToolboxJSON

/// The parameters of an OAuth request, whether they came as a form or as a JSON object.
///
/// Parameters that a route does not know are ignored, as RFC 6749 §3.2 asks; one that comes twice is
/// refused.
struct RequestFields: Sendable {
  private var values: [String: String] = [:]

  /// Reads a body whose type is one of the two; whole numbers of JSON become their digits.
  init(_ request: HTTPRequest) throws(RequestRefusal) {
    if request.headers.mediaType == RequestBody.jsonType {
      try readJSON(request.body)
    } else {
      try readForm(request)
    }
  }

  /// The value under a name; absent and empty are the same.
  func optional(_ name: String) -> String? {
    values[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  func required(_ name: String) throws(RequestRefusal) -> String {
    guard let value = optional(name) else {
      throw RequestRefusal(.invalidRequest, "\(name) is missing.")
    }
    return value
  }

  private mutating func readJSON(_ body: [UInt8]) throws(RequestRefusal) {
    let node: JSONNode
    do { node = try JSONNode.parse(body) } catch {
      throw RequestRefusal(
        .invalidJSON, "The body \(error.fault.rawValue), at byte \(error.offset).")
    }
    guard case .object(let members) = node.value else {
      throw RequestRefusal(.invalidRequest, "The body is no JSON object.")
    }
    for member in members {
      switch member.node.value {
      case .string(let text): values[member.key] = text
      case .integer(let number): values[member.key] = String(number)
      case .null, .bool, .number, .array, .object: continue
      }
    }
  }

  private mutating func readForm(_ request: HTTPRequest) throws(RequestRefusal) {
    let form: HTTPQuery
    do { form = try request.decodedForm() } catch {
      throw RequestRefusal(.invalidRequest, "The form is not well formed.")
    }
    for field in form.fields {
      guard values.updateValue(field.value, forKey: field.name) == nil else {
        throw RequestRefusal(.invalidRequest, "A parameter comes twice.")
      }
    }
  }
}
