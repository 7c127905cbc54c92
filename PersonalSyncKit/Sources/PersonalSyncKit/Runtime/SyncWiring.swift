import HubContracts
import ToolboxCrypto
import ToolboxHTTPClient

/// What a store is synchronised with: time, chance, a network, and a place for secrets.
///
/// A program takes ``system(secretsIn:)``; a test hands in its own.
public struct SyncWiring: Sendable {
  public var clock: any SyncClock
  public var random: any RandomBytes
  public var http: any HTTPClient
  public var tokens: any TokenStore
  /// Names this installation, so that a copied store is noticed; nil where nothing can say it.
  public var install: InstallID?

  public init(
    clock: any SyncClock, random: any RandomBytes, http: any HTTPClient, tokens: any TokenStore,
    install: InstallID? = nil
  ) {
    self.clock = clock
    self.random = random
    self.http = http
    self.tokens = tokens
    self.install = install
  }

  /// This machine's clock, chance and network, and files in `folder` for the session's secrets.
  ///
  /// `folder` exists, is not that of the store, and is neither copied nor backed up with it.
  public static func system(
    secretsIn folder: String
  ) throws(TokenStoreError) -> SyncWiring {
    let random = SystemRandom()
    return SyncWiring(
      clock: SystemSyncClock(), random: random, http: CurlClient(),
      tokens: FileTokenStore(path: folder + "/session"),
      install: try InstallFile(path: folder + "/install").identify(random: random))
  }
}
