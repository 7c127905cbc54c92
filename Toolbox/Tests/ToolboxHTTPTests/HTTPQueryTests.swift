import Testing
import ToolboxHTTP

@Suite struct HTTPQueryDecodingTests {
  @Test func `names and values are decoded in order`() throws {
    let query = try HTTPQuery(parsing: "day=2024-02-29&note=two+words%21&note=caf%C3%A9".utf8)

    #expect(query["day"] == "2024-02-29")
    #expect(query["note"] == "two words!")
    #expect(query.values(of: "note") == ["two words!", "café"])
    #expect(query["absent"] == nil)
  }

  @Test(arguments: [
    ("", []), ("&&", []), ("a", [("a", "")]), ("a=", [("a", "")]), ("=b", [("", "b")]),
    ("a=b=c", [("a", "b=c")]), ("A=1&a=2", [("A", "1"), ("a", "2")]),
  ])
  func `odd but legal queries have one reading`(text: String, fields: [(String, String)]) throws {
    let query = try HTTPQuery(parsing: text.utf8)

    #expect(query.fields == fields.map { HTTPQuery.Field(name: $0.0, value: $0.1) })
  }

  @Test(arguments: ["a=%", "a=%4", "a=%zz", "%=1", "a=%ff", "a=%C3", "a=%+1"])
  func `a broken escape is refused`(text: String) {
    #expect(throws: HTTPQueryError.malformedEscape) { try HTTPQuery(parsing: text.utf8) }
  }

  @Test func `a thousand fields are read and one more is refused`() throws {
    let full = Array(repeating: "a=1", count: HTTPQuery.fieldsMax)

    #expect(try HTTPQuery(parsing: full.joined(separator: "&").utf8).fields.count == 1_000)
    #expect(throws: HTTPQueryError.tooManyFields) {
      try HTTPQuery(parsing: (full + ["b=2"]).joined(separator: "&").utf8)
    }
  }

  @Test func `what is encoded is read back the same`() throws {
    let query: HTTPQuery = ["a b": "1&2=3", "ключ": "значение 🌱 %", "empty": ""]

    #expect(try HTTPQuery(parsing: query.encoded.utf8) == query)
    #expect(query.encoded.utf8.allSatisfy { (33...126).contains($0) })
  }

  @Test func `a request without a query has no fields`() throws {
    #expect(try HTTPRequest(method: .get, path: "/").decodedQuery().fields.isEmpty)
  }
}

@Suite struct HTTPFormDecodingTests {
  @Test(arguments: [
    "application/x-www-form-urlencoded", "Application/X-WWW-Form-URLEncoded ; charset=utf-8",
  ])
  func `a form is read from the body`(type: String) throws {
    let request = HTTPRequest(
      method: .post, path: "/", headers: ["content-type": type], body: Array("code=WX-12".utf8))

    #expect(try request.decodedForm()["code"] == "WX-12")
  }

  @Test(arguments: ["text/plain", "application/json", "multipart/form-data; boundary=x"])
  func `another content type is not a form`(type: String) {
    let request = HTTPRequest(
      method: .post, path: "/", headers: ["Content-Type": type], body: Array("a=1".utf8))

    #expect(throws: HTTPQueryError.notAForm) { try request.decodedForm() }
  }

  @Test func `a body without a content type is not a form`() {
    #expect(throws: HTTPQueryError.notAForm) {
      try HTTPRequest(method: .post, path: "/", body: Array("a=1".utf8)).decodedForm()
    }
  }
}

@Suite struct PercentEncodingTests {
  @Test func `plus is a space in queries only`() {
    #expect(PercentEncoding.decode("a+b%2B".utf8, plusIsSpace: true) == "a b+")
    #expect(PercentEncoding.decode("a+b%2B".utf8, plusIsSpace: false) == "a+b+")
  }

  @Test func `control bytes are escaped with two digits`() {
    #expect(PercentEncoding.encode("\n/é") == "%0A%2F%C3%A9")
  }
}
