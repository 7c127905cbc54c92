import HubCore
import HubHTTP

/// Every route of the Hub, for programs and for people: what is not here cannot be reached.
public enum HubRoutes {
  public static func all(
    _ parts: HubPages.Parts, sync: SyncService, streams: StreamLimits
  ) -> [Route] {
    let (identity, actions) = (parts.identity, parts.actions)
    return OpenAPIRoute.joining(
      GeneralRoutes(identity: identity).routes
        + SessionRoutes(identity: identity, audit: parts.audit).routes
        + DeviceGrantRoutes(identity: identity, address: parts.address).routes
        + SyncRoutes(sync: sync, audit: parts.audit).routes + AuditRoutes(audit: parts.audit).routes
        + LifeRoutes(storage: parts.storage, clock: parts.clock, offset: parts.zones.offset).routes
        + EventRoutes(sync: sync, actions: actions, identity: identity, limits: streams).routes
        + ActionRoutes(actions: actions).routes + ActionRequestRoutes(actions: actions).routes
        + SharingRoutes(sharing: parts.sharing).routes
        + SealedRoutes(storage: parts.sealed).routes + AgentRoutes(parts).routes
        + HubPages(parts).routes)
  }
}
