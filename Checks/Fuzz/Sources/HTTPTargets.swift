import ToolboxHTTP

@testable import ToolboxHTTPServer

/// A head that is taken says exactly what was sent.
func fuzzRequestHead(_ bytes: [UInt8]) {
  // What a zero byte stood for cannot be told apart (RequestHeadReader).
  guard !bytes.contains(0) else { return }
  // Behind the head begins the body, which is no part of it.
  let end = bytes.indices.first { bytes[...$0].suffix(4) == [13, 10, 13, 10] }
  guard let end, end + 1 == bytes.count else { return }
  do {
    let head = try HeadInPlace.read(bytes)
    precondition(HeadInPlace.isFaithful(head, to: bytes), "a head is misread")
    precondition(head.headers.values(of: "Host").count == 1, "a head has one Host")
    precondition(head.headers.fields.count <= RequestHead.fieldsMax, "a head has too many fields")
  } catch {
    precondition((400...501).contains(error.status), "a head is refused with \(error.status)")
  }
}

/// No piece of a cookie is in two cookies, and none has a separator in it.
func fuzzCookies(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  var headers: HTTPHeaders = [:]
  for line in text.split(separator: "\n") { headers.add("Cookie", String(line)) }
  let read = HTTPCookies(headers).cookies
  for cookie in read {
    precondition(!cookie.name.isEmpty, "a cookie has a name")
    precondition(!cookie.name.utf8.contains(UInt8(ascii: "=")), "a name has no =")
    for part in [cookie.name, cookie.value] {
      precondition(!part.utf8.contains(UInt8(ascii: ";")), "a cookie has no ;")
    }
  }
}

/// What is read of a query can be written so that it is read as the same again.
func fuzzQuery(_ bytes: [UInt8]) {
  do {
    let query = try HTTPQuery(parsing: bytes)
    precondition(query.fields.count <= HTTPQuery.fieldsMax, "a query has too many fields")
    let again = try HTTPQuery(parsing: query.encoded.utf8)
    // A field without name and value leaves nothing behind when it is written.
    precondition(
      again.fields.filter { !$0.isEmpty } == query.fields.filter { !$0.isEmpty },
      "a query is written as another")
  } catch {}
  if let text = PercentEncoding.decode(bytes, plusIsSpace: false) {
    let encoded = PercentEncoding.encode(text)
    precondition(
      PercentEncoding.decode(encoded.utf8, plusIsSpace: false) == text,
      "a text is encoded as another")
  }
}

extension HTTPQuery.Field {
  fileprivate var isEmpty: Bool { name.isEmpty && value.isEmpty }
}
