/// Why a server could not start; after any of these nothing is listened on.
public enum HTTPServerError: Error, Equatable, Sendable {
  /// Another program listens on the port. Stop it or choose another port.
  case portInUse(UInt16)
  /// The system lets only privileged programs listen on the port. Choose one from 1024 on.
  case portForbidden(UInt16)
  /// The host is not a numeric address, or no interface of this machine has it.
  case addressUnavailable(String)
  /// The process or the machine has no descriptors, memory or threads left. May succeed later.
  case resourcesExhausted

  /// The name in logs; never renamed, never reused.
  public var code: String {
    switch self {
    case .portInUse: "http_server.port_in_use"
    case .portForbidden: "http_server.port_forbidden"
    case .addressUnavailable: "http_server.address_unavailable"
    case .resourcesExhausted: "http_server.resources_exhausted"
    }
  }
}
