import HubArchive
import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// Every page of the Hub, and the forms that browsers post.
///
/// Holds no rule of its own: a page reads a form, asks ``IdentityService`` or ``TodayService``, and
/// shows the answer. All of it works without scripts, except that the set-up link's code is then
/// pasted by hand and Today is as old as its last opening.
public struct HubPages: Sendable {
  /// What the pages are made of.
  public struct Parts: Sendable {
    public var identity: IdentityService
    public var today: TodayService
    let storage: any LifeStorage
    let records: any AccountExport.Storage
    /// Where a file stands while it is made and sent.
    let scratchFolder: String
    public var timeline: TimelineService
    public var directory: DirectoryService
    public var actions: ActionService
    public var sharing: SharingService
    let sealed: any SealedStorage & SyncStorage
    public var audit: AuditService
    public var clock: any WallClock
    public var address: HubAddress
    /// The zones that the set-up page offers.
    public var zones: TimeZones
    /// Where a product's own page is, by the product's name; for those that have one.
    public var appPages: [String: SiteOrigin]
    /// The folders of apps whose commands have to name it, by the product's name.
    public var appData: [String: String]
    public let services: ServiceDesk

    /// `feed` wakes the apps that an action waits for.
    public init(
      identity: IdentityService,
      storage: any SyncStorage & LifeStorage & ActionStorage & AuditStorage & SharingStorage
        & SealedStorage,
      feed: ChangeFeed,
      clock: any WallClock, address: HubAddress, zones: TimeZones,
      appPages: [String: SiteOrigin] = [:],
      appData: [String: String] = [:], services: ServiceDesk = .none,
      scratchFolder: String = "/var/tmp"
    ) {
      self.identity = identity
      self.services = services
      today = TodayService(
        storage: storage, clock: clock, offset: zones.offset, services: services)
      timeline = TimelineService(storage: storage, clock: clock, offset: zones.offset)
      directory = DirectoryService(storage: storage)
      actions = ActionService(
        storage: storage, identity: identity, feed: feed, services: services)
      sharing = SharingService(storage: storage, identity: identity)
      sealed = storage
      audit = AuditService(storage: storage, identity: identity.identity, clock: clock)
      self.storage = storage
      records = storage
      self.scratchFolder = scratchFolder
      self.clock = clock
      self.address = address
      self.zones = zones
      self.appPages = appPages
      self.appData = appData
    }

    /// The fields for proving who one is; nil where the session is fresh.
    func proofFields(
      for session: WebSession, hint: HTML = .empty, isFocused: Bool = false
    ) async throws(StorageError) -> ProofFields? {
      if identity.isFresh(session) { return nil }
      let standing = try await identity.standing(of: session.account)
      return ProofFields(
        needsCode: standing.hasCodeGenerator, hint: hint, isFocused: isFocused)
    }

    /// Lets the browser be known in which the account has just signed in.
    func markKnown(_ account: Account, at origin: SiteOrigin, on response: inout HTTPResponse) {
      KnownBrowserCookie(at: origin).set(identity.browserMark(of: account), on: &response)
    }

    /// Where a person goes who has just signed in: who gave the account up is asked about that first.
    func landing(
      of account: Account, wanting target: SignInTarget
    ) async throws(StorageError) -> PagePath {
      try await identity.deletion(of: account) == nil ? target.path : SignInTarget.deletion.path
    }

    /// Empty where nothing of the account's is sealed.
    func unlockBar(of session: WebSession) async throws(StorageError) -> HTML {
      UnlockBar(
        domains: try await sealed.sealedDomains(of: session.account.number),
        timeZone: session.account.timeZone
      ).html
    }

    func words(of session: WebSession) -> DateWords {
      DateWords(today.clock(of: session.account), nowMilliseconds: clock.nowMilliseconds)
    }

    /// The page for a store that did not answer.
    func problem(_ error: StorageError) -> HTTPResponse {
      HubProblemPages(address: address).response(to: error)
    }

    var commands: ConnectCommands {
      ConnectCommands(origin: address.primary, appData: appData)
    }
  }

  private let parts: Parts
  private let site: Site

  public init(_ parts: Parts) {
    self.parts = parts
    site = .hub(isOverTLS: parts.address.primary.isTLS)
  }

  public var routes: [Route] {
    SetupPages(parts: parts, site: site).routes + SignInPages(parts: parts, site: site).routes
      + ConnectPages(parts: parts, site: site).routes
      + AuthorizePages(parts: parts, site: site).routes
      + DevicePages(parts: parts, site: site).routes
      + DeviceNamePages(parts: parts, site: site).routes
      + SharingPages(parts: parts, site: site).routes
      + AccountPages(parts: parts, site: site).routes
      + ExportPages(parts: parts).routes
      + DeletionPages(parts: parts, site: site).routes
      + FactorPages(parts: parts, site: site).routes
      + BrowserPages(parts: parts, site: site).routes
      + PasskeyPages(parts: parts).routes
      + AgentPages(parts: parts, site: site).routes
      + RecoveryPages(parts: parts, site: site).routes
      + VerifyPages(parts: parts, site: site).routes
      + TodayPages(parts: parts, site: site).routes
      + TimelinePages(parts: parts, site: site).routes
      + ActivityPages(parts: parts, site: site).routes
      + DirectoryPages(parts: parts, site: site).routes
      + UnlockPages(parts: parts, site: site).routes
      + KnowsPages(parts: parts, site: site).routes
      + AuditPages(parts: parts, site: site).routes + OfflineShell(site: site).routes + [assets]
  }

  private var assets: Route {
    Route(
      .get, StaticAssets.prefix + "{file}", access: .open, summary: "A file of the pages."
    ) { [site] routed in
      site.assets.response(to: routed.request) ?? routed.notFound
    }
  }
}
