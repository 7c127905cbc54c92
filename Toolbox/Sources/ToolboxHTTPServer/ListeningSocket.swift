import Glibc

/// A bound socket that listens; each loop gets a descriptor of its own for it.
struct ListeningSocket {
  let descriptor: Int32
  let port: UInt16

  /// Binds and listens, so that a taken port is known before any thread starts.
  init(host: String, port: UInt16) throws(HTTPServerError) {
    var address = try Self.resolve(host: host, port: port)
    let descriptor = socket(
      Int32(address.family), Int32(SOCK_STREAM.rawValue) | Self.openFlags, 0)
    guard descriptor >= 0 else { throw .resourcesExhausted }
    var isOpen = false
    defer { if !isOpen { close(descriptor) } }
    // Without it, connections of a server that has just ended would hold the port for a minute.
    // A port on which another program listens stays taken all the same.
    var yes: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    let bound = address.withPointer { bind(descriptor, $0, $1) }
    guard bound == 0, listen(descriptor, Self.backlog) == 0 else {
      throw Self.error(errno, host: host, port: port)
    }
    guard address.withMutablePointer({ getsockname(descriptor, $0, $1) }) == 0 else {
      throw .resourcesExhausted
    }
    isOpen = true
    self.descriptor = descriptor
    self.port = address.port
  }

  /// Connections that may wait to be accepted; the system lowers it to its own bound.
  private static let backlog: Int32 = 4_096
  private static let openFlags =
    Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)

  /// A further descriptor of the same socket, which listens until the last is closed.
  func duplicate() throws(HTTPServerError) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .resourcesExhausted }
    return copy
  }

  private static func resolve(
    host: String, port: UInt16
  ) throws(HTTPServerError) -> SocketAddress {
    let numeric = host == "localhost" ? "127.0.0.1" : host
    guard let address = SocketAddress(numericHost: numeric, port: port) else {
      throw .addressUnavailable(host)
    }
    return address
  }

  private static func error(_ number: Int32, host: String, port: UInt16) -> HTTPServerError {
    switch number {
    case EADDRINUSE: .portInUse(port)
    case EACCES: .portForbidden(port)
    case EADDRNOTAVAIL, EAFNOSUPPORT, EINVAL: .addressUnavailable(host)
    default: .resourcesExhausted
    }
  }
}

/// An IPv4 or IPv6 address with a port.
struct SocketAddress {
  private var storage = sockaddr_storage()
  private var length: socklen_t

  /// - Returns: nil unless `numericHost` is an IPv4 or IPv6 address in digits.
  init?(numericHost: String, port: UInt16) {
    var four = sockaddr_in()
    var six = sockaddr_in6()
    if inet_pton(AF_INET, numericHost, &four.sin_addr) == 1 {
      four.sin_family = sa_family_t(AF_INET)
      four.sin_port = port.bigEndian
      length = socklen_t(MemoryLayout<sockaddr_in>.size)
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: four, as: sockaddr_in.self) }
    } else if inet_pton(AF_INET6, numericHost, &six.sin6_addr) == 1 {
      six.sin6_family = sa_family_t(AF_INET6)
      six.sin6_port = port.bigEndian
      length = socklen_t(MemoryLayout<sockaddr_in6>.size)
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: six, as: sockaddr_in6.self) }
    } else {
      return nil
    }
  }

  var family: sa_family_t { storage.ss_family }

  var port: UInt16 {
    withUnsafeBytes(of: storage) { bytes in
      // The port stands at the same place in both forms.
      UInt16(bigEndian: bytes.load(as: sockaddr_in.self).sin_port)
    }
  }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }

  mutating func withMutablePointer<Result>(
    _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Result
  ) -> Result {
    var room = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &room) }
    }
    length = room
    return result
  }

  /// A peer's address in digits; an IPv4 address that came over IPv6 is given as IPv4.
  static func numericHost(of address: UnsafePointer<sockaddr>) -> String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let room = socklen_t(text.count)
    let source = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      var four = source.load(as: sockaddr_in.self).sin_addr
      inet_ntop(AF_INET, &four, &text, room)
    case AF_INET6:
      var six = source.load(as: sockaddr_in6.self).sin6_addr
      inet_ntop(AF_INET6, &six, &text, room)
    default: break
    }
    let end = text.firstIndex(of: 0) ?? text.endIndex
    let host = String(decoding: text[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let mapped = "::ffff:"
    return host.hasPrefix(mapped) && host.contains(".")
      ? String(host.dropFirst(mapped.count)) : host
  }
}
