import ToolboxHTTP

/// A request's line and header fields, read so strictly that no two readers could differ.
struct RequestHead: Equatable {
  /// A bound on work; browsers send about twenty.
  static let fieldsMax = 100

  let method: HTTPMethod
  let path: String
  let query: String?
  let headers: HTTPHeaders
  let bodyByteCount: Int
  /// Whether the client understands chunks; HTTP/1.0 has none.
  let knowsChunks: Bool
}

/// Reads a head from where libmicrohttpd has left it.
///
/// libmicrohttpd 0.9.75 takes a head apart in place: it puts zeros over the separators and hands
/// out pointers into its buffer. It also joins folded lines, cuts values at a zero byte, takes a
/// bare line feed for a line's end and skips doubled spaces, and says nothing of it. All of these
/// leave a trace: the parts then no longer lie one behind the other with exactly one separator
/// between them, or do not add up to the head's size. So the reader compares where each part
/// begins with where the one before it ended. It computes with addresses only and never reads a
/// byte that is not part of a name or a value.
///
/// ```
/// GET 0 /today?x=1 0 HTTP/1.1 0 0 Host 0 ␠ hub.localhost 0 0 … 0 0
/// method ─┘  target ─┘  version ─┘ name ─┘   value ─┘    └─ next
/// ```
///
/// What cannot be told apart this way: a zero byte followed by a bare line feed looks like CR LF.
struct RequestHeadReader {
  private let limits: HTTPServerConfiguration
  private var refusal: EdgeRefusal?
  private var method: HTTPMethod?
  private var knowsChunks = false
  private var path = ""
  private var query: String?
  private var headers = HTTPHeaders()
  private let start: UInt
  /// Where the next name must begin.
  private var cursor: UInt

  /// Begins with the request line.
  ///
  /// `target` is a copy, made before libmicrohttpd decoded it in place at `targetAddress`.
  init(
    method: UnsafeRawBufferPointer, target: [UInt8], targetAddress: UInt,
    version: UnsafeRawBufferPointer, limits: HTTPServerConfiguration
  ) {
    self.limits = limits
    start = method.address
    cursor = version.address + UInt(version.count) + 2
    self.method = HTTPMethod(rawValue: String(decoding: method, as: UTF8.self))
    guard self.method != nil else {
      refusal = .methodNotSupported
      return
    }
    guard targetAddress == method.address + UInt(method.count) + 1,
      version.address == targetAddress + UInt(target.count) + 1
    else {
      refusal = .badRequest("The request line is not method, target and version.")
      return
    }
    knowsChunks = version.elementsEqual("HTTP/1.1".utf8)
    guard knowsChunks || version.elementsEqual("HTTP/1.0".utf8) else {
      refusal = .badRequest("Only HTTP/1.0 and HTTP/1.1 are spoken here.")
      return
    }
    read(target: target)
  }

  private mutating func read(target: [UInt8]) {
    let isPlain = target.allSatisfy { (33...126).contains($0) && $0 != UInt8(ascii: "#") }
    guard isPlain, target.first == UInt8(ascii: "/") || target == [UInt8(ascii: "*")] else {
      refusal = .badRequest("The request's target is not a path.")
      return
    }
    let parts = target.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    path = String(decoding: parts.first ?? [], as: UTF8.self)
    query = parts.count == 2 ? parts.last.map { String(decoding: $0, as: UTF8.self) } : nil
  }

  /// Takes the next field; they come in the order in which they were sent.
  mutating func add(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    guard refusal == nil else { return }
    guard headers.fields.count < RequestHead.fieldsMax else {
      refusal = .headersTooLarge(bytesMax: limits.headBytesMax)
      return
    }
    let nameEnd = name.address + UInt(name.count)
    guard name.address == cursor, value.address > nameEnd else {
      refusal = .badRequest("A header line is folded, or not ended by CR LF.")
      return
    }
    guard !name.isEmpty, name.allSatisfy(\.isTokenByte) else {
      refusal = .badRequest("A header's name has a byte that may not stand there.")
      return
    }
    guard value.allSatisfy(\.isFieldValueByte),
      let text = String(validating: value, as: UTF8.self)
    else {
      refusal = .badRequest("A header's value has a byte that may not stand there.")
      return
    }
    headers.add(String(decoding: name, as: UTF8.self), text.trimmingSpaces())
    cursor = value.address + UInt(value.count) + 2
  }

  /// Ends the reading.
  ///
  /// `size` is the whole head's in bytes, empty line included, as libmicrohttpd has counted it.
  func finish(size: Int) throws(EdgeRefusal) -> RequestHead {
    guard size <= limits.headBytesMax else {
      throw .headersTooLarge(bytesMax: limits.headBytesMax)
    }
    if let refusal { throw refusal }
    guard cursor + 2 == start + UInt(size) else {
      throw .badRequest("A header line is folded, not ended by CR LF, or holds a zero byte.")
    }
    guard let method, path != "*" || method == .options else {
      throw .badRequest("The request's target is not a path.")
    }
    try checkHost()
    return RequestHead(
      method: method, path: path, query: query, headers: headers,
      bodyByteCount: try bodyByteCount(), knowsChunks: knowsChunks)
  }

  private func checkHost() throws(EdgeRefusal) {
    let hosts = headers.values(of: "Host")
    guard hosts.count == 1, let host = hosts.first else {
      throw .badRequest(hosts.isEmpty ? "The Host field is missing." : "Host is sent twice.")
    }
    guard !host.isEmpty, host.utf8.allSatisfy(\.isHostByte) else {
      throw .badRequest("The Host field is not a name with an optional port.")
    }
  }

  /// Chunks are refused: readers differ most over where a body in chunks ends, and libmicrohttpd,
  /// driven from outside, spins for as long as a chunk's line does not end within its memory.
  private func bodyByteCount() throws(EdgeRefusal) -> Int {
    guard headers["Transfer-Encoding"] == nil else {
      throw .badRequest("A body is read by its Content-Length only; Transfer-Encoding is not.")
    }
    let lengths = headers.values(of: "Content-Length")
    guard let text = lengths.first else { return 0 }
    guard lengths.count == 1 else { throw .badRequest("Content-Length is sent twice.") }
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      throw .badRequest("Content-Length is not a number.")
    }
    guard let length = Int(text), length <= limits.bodyBytesMax else {
      throw .payloadTooLarge(bytesMax: limits.bodyBytesMax)
    }
    return length
  }
}

extension UnsafeRawBufferPointer {
  fileprivate var address: UInt { UInt(bitPattern: baseAddress) }
}

extension UInt8 {
  /// Whether the byte may stand in a host name, a numeric address or a port.
  fileprivate var isHostByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "_"), UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
  }
}
