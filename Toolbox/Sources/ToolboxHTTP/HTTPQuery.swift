/// Why a query or a form could not be read; sending the same bytes again never helps.
public enum HTTPQueryError: Error, Equatable, Sendable {
  /// A `%` is not followed by two hexadecimal digits, or the decoded bytes are not UTF-8.
  case malformedEscape
  /// More names than ``HTTPQuery/fieldsMax``.
  case tooManyFields
  /// The body's `Content-Type` is not `application/x-www-form-urlencoded`.
  case notAForm

  /// The name in logs and on the wire; never renamed, never reused.
  public var code: String {
    switch self {
    case .malformedEscape: "malformed_escape"
    case .tooManyFields: "too_many_fields"
    case .notAForm: "not_a_form"
    }
  }
}

/// The names and values of a query or of a posted form, decoded, in the order they were sent.
///
/// Names compare exactly. A name without `=` has the empty value; empty pieces between `&` are
/// skipped.
public struct HTTPQuery: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// A bound on work; our own pages and clients stay far below it.
  public static let fieldsMax = 1_000

  public struct Field: Sendable, Equatable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public var fields: [Field]

  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// Reads `a=1&b=two+words%21`.
  public init(parsing text: some Collection<UInt8>) throws(HTTPQueryError) {
    fields = []
    for piece in text.split(separator: UInt8(ascii: "&")) {
      guard fields.count < Self.fieldsMax else { throw .tooManyFields }
      let parts = piece.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first.flatMap({ PercentEncoding.decode($0, plusIsSpace: true) }),
        let value = PercentEncoding.decode(
          parts.dropFirst().joined(), plusIsSpace: true)
      else { throw .malformedEscape }
      fields.append(Field(name: name, value: value))
    }
  }

  /// The first value under `name`.
  public subscript(name: String) -> String? {
    fields.first { $0.name == name }?.value
  }

  public func values(of name: String) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }

  /// The text to put after `?`, or into a form's body; reading it gives these fields again.
  public var encoded: String {
    fields
      .map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
      .joined(separator: "&")
  }
}

extension HTTPRequest {
  /// The decoded query; empty without one.
  public func decodedQuery() throws(HTTPQueryError) -> HTTPQuery {
    try HTTPQuery(parsing: (query ?? "").utf8)
  }

  /// The fields of a posted form.
  ///
  /// - Throws: ``HTTPQueryError/notAForm`` for any other content type, so that a page elsewhere
  ///   cannot pass off a plain-text post as a form.
  public func decodedForm() throws(HTTPQueryError) -> HTTPQuery {
    guard headers.mediaType == "application/x-www-form-urlencoded" else { throw .notAForm }
    return try HTTPQuery(parsing: body)
  }
}

extension HTTPHeaders {
  /// The `Content-Type` in small letters, without its parameters; nil without one.
  public var mediaType: String? {
    guard let value = self["Content-Type"] else { return nil }
    let type = value.utf8.prefix { $0 != UInt8(ascii: ";") }
    return String(decoding: type.map(\.asciiLowercased), as: UTF8.self).trimmingSpaces()
  }
}

extension String {
  /// Without spaces and tabs at either end.
  package func trimmingSpaces() -> String {
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    // Nearly always there is nothing to do.
    guard utf8.first.map(isSpace) == true || utf8.last.map(isSpace) == true else { return self }
    let head = utf8.drop(while: isSpace)
    let kept = head.reversed().drop(while: isSpace).reversed()
    return String(decoding: kept, as: UTF8.self)
  }
}
