import PersonalSyncKit

#if canImport(Glibc)
  import Dispatch
  import Glibc

  /// Tells when Linux has given the machine an address or a route, which it does when a cable, a
  /// radio or a tunnel comes back.
  struct AddressReturn: NetworkReturn {
    func returns() -> AsyncStream<Void> {
      AsyncStream(bufferingPolicy: .bufferingNewest(1)) { stream in
        // Without the kernel's word a pause lasts as long as it lasts.
        guard let descriptor = Self.listen() else { return stream.finish() }
        // Safe because it is only cancelled later, which any thread may do.
        nonisolated(unsafe) let source = DispatchSource.makeReadSource(
          fileDescriptor: descriptor, queue: .global())
        source.setEventHandler {
          if Self.hasNews(descriptor) { stream.yield() }
        }
        source.setCancelHandler { close(descriptor) }
        stream.onTermination = { _ in source.cancel() }
        source.resume()
      }
    }

    /// `sockaddr_nl` of <linux/netlink.h>, which Swift's Glibc leaves out.
    private struct Address {
      var family = UInt16(AF_NETLINK)
      var padding: UInt16 = 0
      var process: UInt32 = 0
      /// RTMGRP_IPV4_IFADDR, RTMGRP_IPV4_ROUTE, RTMGRP_IPV6_IFADDR, RTMGRP_IPV6_ROUTE.
      var groups: UInt32 = 0x10 | 0x40 | 0x100 | 0x400
    }

    private static func listen() -> Int32? {
      let kind = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      let descriptor = socket(AF_NETLINK, kind | Int32(SOCK_NONBLOCK.rawValue), 0)
      guard descriptor >= 0 else { return nil }
      var address = Address()
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
        }
      }
      guard result == 0 else {
        close(descriptor)
        return nil
      }
      return descriptor
    }

    /// Reads what the kernel has said; whether an address or a route came (RTM_NEWADDR, RTM_NEWROUTE).
    private static func hasNews(_ descriptor: Int32) -> Bool {
      var hasNews = false
      withUnsafeTemporaryAllocation(byteCount: 8_192, alignment: 8) { room in
        while true {
          let count = recv(descriptor, room.baseAddress, room.count, 0)
          // Where the kernel had more to say than fits, it may have been this.
          if count < 0, errno == ENOBUFS { hasNews = true }
          guard count >= 8 else { return }
          let kind = room.loadUnaligned(fromByteOffset: 4, as: UInt16.self)
          if kind == 20 || kind == 24 { hasNews = true }
        }
      }
      return hasNews
    }
  }
#else
  typealias AddressReturn = NoNetworkReturn
#endif
