import CLinux
import Glibc

/// What a server sent, as it stood on the wire.
struct RawAnswer: Equatable {
  var status: Int
  var headers: [String: String]
  var body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }
}

enum RawConnectionError: Error, Equatable {
  case refused
  /// The server closed before the answer was complete.
  case ended
  /// Nothing came for so long that the server must have lost the request.
  case silent
  case garbled
}

/// A client that sends exactly the bytes it is told to; blocks, so use it inside `offPool`.
final class RawConnection: @unchecked Sendable {
  // Safe because a test uses it from one thread at a time.
  private let descriptor: Int32
  private var received: [UInt8] = []

  init(to port: UInt16) throws(RawConnectionError) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var patience = timeval(tv_sec: 300, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw .refused }
  }

  deinit { Glibc.close(descriptor) }

  func send(_ text: String) throws(RawConnectionError) { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws(RawConnectionError) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw .ended }
      sent += count
    }
  }

  /// Ends the sending side only.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads one answer; later bytes are kept for the next call.
  func readAnswer(toHead: Bool = false) throws(RawConnectionError) -> RawAnswer {
    var answer = try readHead()
    if toHead || [204, 304].contains(answer.status) { return answer }
    if answer.headers["transfer-encoding"] == "chunked" {
      while let chunk = try readChunk() { answer.body += chunk }
    } else if let length = answer.headers["content-length"].flatMap({ Int($0) }) {
      answer.body = try take(length)
    } else {
      answer.body = try readToEnd()
    }
    return answer
  }

  func readHead() throws(RawConnectionError) -> RawAnswer {
    let lines = try takeLines()
    guard let first = lines.first, first.hasPrefix("HTTP/1.1 "),
      let status = Int(first.dropFirst(9).prefix(3))
    else { throw .garbled }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { throw .garbled }
      let name = line[..<colon].lowercased()
      guard headers[name] == nil else { throw .garbled }
      headers[name] = line[line.index(after: colon)...].drop { $0 == " " }.description
    }
    return RawAnswer(status: status, headers: headers, body: [])
  }

  /// - Returns: nil for the last chunk, which is empty.
  func readChunk() throws(RawConnectionError) -> [UInt8]? {
    guard let size = Int(try takeLine(), radix: 16) else { throw .garbled }
    let chunk = try take(size)
    guard try take(2) == [13, 10] else { throw .garbled }
    return size == 0 ? nil : chunk
  }

  /// Everything until the server closes; a reset counts as closing.
  func readToEnd() throws(RawConnectionError) -> [UInt8] {
    while try receive() {}
    defer { received = [] }
    return received
  }

  private func takeLines() throws(RawConnectionError) -> [String] {
    var lines: [String] = []
    while true {
      let line = try takeLine()
      if line.isEmpty { return lines }
      lines.append(line)
    }
  }

  private func takeLine() throws(RawConnectionError) -> String {
    while true {
      if let end = received.firstIndex(of: 10) {
        let line = try take(end + 1)
        guard line.suffix(2) == [13, 10] else { throw .garbled }
        return String(decoding: line.dropLast(2), as: UTF8.self)
      }
      guard try receive() else { throw .ended }
    }
  }

  private func take(_ count: Int) throws(RawConnectionError) -> [UInt8] {
    while received.count < count {
      guard try receive() else { throw .ended }
    }
    defer { received.removeFirst(count) }
    return Array(received.prefix(count))
  }

  private func receive() throws(RawConnectionError) -> Bool {
    var room = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &room, room.count, 0)
    if count < 0, errno == EAGAIN { throw .silent }
    received += room.prefix(max(0, count))
    return count > 0
  }
}
