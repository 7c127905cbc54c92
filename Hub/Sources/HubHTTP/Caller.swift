import HubContracts
import HubCore

/// Who a request comes from, as the router found it; a route never looks at credentials itself.
public enum Caller: Sendable {
  case anyone
  case device(DeviceCaller)
  case person(WebSession)
  case agent(AgentSession)

  /// Nil for who is not known.
  var account: AccountNumber? {
    switch self {
    case .anyone: nil
    case .device(let device): device.account
    case .person(let session): session.account.number
    case .agent(let agent): agent.account.number
    }
  }

  /// What it may read: a person and their agents everything, a device what is its own app's.
  var domains: [Domain] {
    switch self {
    case .anyone: []
    case .device(let device): device.domains
    case .person, .agent: Domain.allCases
    }
  }
}

/// A device with a live bearer session.
public struct DeviceCaller: Sendable, Equatable {
  public let deviceSession: DeviceSession

  public init(_ deviceSession: DeviceSession) { self.deviceSession = deviceSession }

  public var account: AccountNumber { deviceSession.account.number }
  public var accountID: AccountID { deviceSession.account.id }
  public var session: SessionID { deviceSession.id }
  /// A product of the ``Fleet``.
  public var client: String { deviceSession.client }
  public var document: DocumentID { deviceSession.document }
  /// The account's IANA time zone.
  public var timeZone: String { deviceSession.account.timeZone }

  /// What the client may read and write.
  public var domains: [Domain] { Fleet.product(named: client)?.deviceDomains ?? [] }
}
