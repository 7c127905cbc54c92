import PersonalSyncKit
import ToolboxCrypto
import ToolboxHTTPClient

/// What a program takes from the machine that it runs on; a test hands in its own.
public struct Machine: Sendable {
  public var environment: [String: String]
  public var clock: any SyncClock
  public var random: any RandomBytes
  public var zone: ZoneOffsets
  public var http: any HTTPClient
  public var network: any NetworkReturn
  public var browser: any WebBrowser
  /// What tells this machine from others; empty where it has no name.
  public var id: String

  public init(
    environment: [String: String], clock: any SyncClock, random: any RandomBytes,
    zone: ZoneOffsets, http: any HTTPClient, network: any NetworkReturn = NoNetworkReturn(),
    browser: any WebBrowser = NoBrowser(), id: String = ""
  ) {
    self.environment = environment
    self.clock = clock
    self.random = random
    self.zone = zone
    self.http = http
    self.network = network
    self.browser = browser
    self.id = id
  }
}
