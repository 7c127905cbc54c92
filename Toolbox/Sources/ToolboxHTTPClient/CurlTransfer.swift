import CCurl
import ToolboxHTTP
import ToolboxLocks

/// One request on its way, and what has come back so far.
final class CurlTransfer: @unchecked Sendable {
  // Safe because `flow` has a lock, the request never changes, and everything else is touched on
  // the client's thread only.

  typealias Continuation = CheckedContinuation<Result<HTTPResponse, HTTPClientError>, Never>

  /// Bytes of a stream that may wait to be read before the server has to wait.
  static let waitingBytesMax = 262_144
  /// A bound on what a server can make us keep before the body begins.
  static let headBytesMax = 262_144

  /// What passes between the thread and the reader of a stream.
  struct Flow {
    var chunks: [[UInt8]] = []
    var waitingBytes = 0
    var isPaused = false
    var isEnded = false
    var isCancelled = false
    var reader: CheckedContinuation<[UInt8]?, Never>?
  }

  let request: HTTPRequest
  let url: String
  let streams: Bool
  let flow = Locked(Flow())

  var easy: UnsafeMutableRawPointer?
  var headerList: UnsafeMutablePointer<curl_slist>?
  var continuation: Continuation?
  private var status = 0
  private var headers = HTTPHeaders()
  private var headBytes = 0
  private var isHeadComplete = false
  private var body: [UInt8] = []
  private var bodyBytesMax = 0
  private(set) var isTooLarge = false

  /// - Throws: ``HTTPClientError/invalidRequest``
  init(
    _ request: HTTPRequest, to origin: HTTPOrigin, streams: Bool
  ) throws(HTTPClientError) {
    let target = request.query.map { "\(request.path)?\($0)" } ?? request.path
    guard target.hasPrefix("/"),
      target.utf8.allSatisfy({ (33...126).contains($0) && $0 != UInt8(ascii: "#") }),
      request.headers.fields.allSatisfy(Self.isSendable),
      request.body.isEmpty || ![.get, .head].contains(request.method)
    else { throw .invalidRequest }
    self.request = request
    self.streams = streams
    url = "\(origin)\(target)"
  }

  private static func isSendable(_ field: HTTPHeaders.Field) -> Bool {
    !field.name.isEmpty
      && field.name.utf8.allSatisfy { (33...126).contains($0) && $0 != UInt8(ascii: ":") }
      && field.name.utf8.allSatisfy { $0 != UInt8(ascii: ";") }
      && field.value.utf8.allSatisfy { $0 >= 32 && $0 != 127 || $0 == UInt8(ascii: "\t") }
  }

  // MARK: On the thread

  func begin(bodyBytesMax: Int) {
    self.bodyBytesMax = bodyBytesMax
  }

  /// Takes one line of a head; there may be several heads, for informational answers.
  ///
  /// - Returns: false to give the transfer up.
  func takeHead(line: UnsafeRawBufferPointer) -> Bool {
    headBytes += line.count
    guard headBytes <= Self.headBytesMax else {
      isTooLarge = true
      return false
    }
    // What comes after the body are trailers, which nobody here asks for.
    guard !isHeadComplete else { return true }
    let text = String(decoding: line, as: UTF8.self).trimmingLineEnd()
    if text.hasPrefix("HTTP/") {
      status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      headers = [:]
    } else if text.isEmpty {
      isHeadComplete = status >= 200
      if isHeadComplete, streams {
        finish(.success(HTTPResponse(status: status, headers: headers)))
      }
    } else if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
      let value = String(text[text.utf8.index(after: colon)...])
      headers.add(String(text[..<colon]), value.trimmingSpaces())
    }
    return true
  }

  enum Taking {
    case taken
    /// The same bytes have to be offered again later.
    case paused
    case refused
  }

  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Taking {
    guard streams else {
      guard body.count + bytes.count <= bodyBytesMax else {
        isTooLarge = true
        return .refused
      }
      body.append(contentsOf: bytes)
      return .taken
    }
    let chunk = Array(bytes)
    let (taking, reader) = flow.withLock {
      flow -> (Taking, CheckedContinuation<[UInt8]?, Never>?) in
      if let reader = flow.reader {
        flow.reader = nil
        return (.taken, reader)
      }
      guard flow.waitingBytes < Self.waitingBytesMax else {
        flow.isPaused = true
        return (.paused, nil)
      }
      flow.chunks.append(chunk)
      flow.waitingBytes += chunk.count
      return (.taken, nil)
    }
    reader?.resume(returning: chunk)
    return taking
  }

  /// The transfer is over.
  func end(_ error: HTTPClientError?) {
    let response = HTTPResponse(status: status, headers: headers, body: .bytes(body))
    finish(error.map { .failure($0) } ?? .success(response))
    let reader = flow.withLock { flow in
      flow.isEnded = true
      defer { flow.reader = nil }
      return flow.reader
    }
    reader?.resume(returning: nil)
  }

  private func finish(_ result: Result<HTTPResponse, HTTPClientError>) {
    continuation?.resume(returning: result)
    continuation = nil
  }
}

extension String {
  fileprivate func trimmingLineEnd() -> String {
    let end = utf8.reversed().drop { $0 == 10 || $0 == 13 }.reversed()
    return String(decoding: end, as: UTF8.self)
  }
}
