import HubContracts
import HubCore
import ToolboxHTTP
import ToolboxJSON

/// What anyone may ask: whether the Hub lives, whether it can work, and its limits.
public struct GeneralRoutes: Sendable {
  private let identity: IdentityService

  public init(identity: IdentityService) { self.identity = identity }

  public var routes: [Route] {
    [
      Route(.get, "/health", access: .open, summary: "Whether the Hub runs.") { _ in
        .json(Array(#"{"status":"ok","service":"hub"}"#.utf8))
      }.described(Self.healthDescription),
      Route(
        .get, "/ready", access: .open, summary: "Whether the Hub can answer requests now.",
        respond: ready
      ).described(Self.readyDescription),
      Route(.get, "/v1/limits", access: .open, summary: "The bounds of the protocol.") { _ in
        .json(Self.limits)
      }.described(Self.limitsDescription),
    ]
  }

  private func ready(_ routed: RoutedRequest) async -> HTTPResponse {
    do throws(StorageError) {
      try await identity.checkStorage()
      return .json(Array(#"{"status":"ready"}"#.utf8))
    } catch { return .failure(error) }
  }

  private static let limits = JSONWriter.write { json in
    json.object { json in
      json.member("mutationsPerPush", SyncLimits.mutationsPerPushMax)
      json.member("pushBytes", SyncLimits.pushBytesMax)
      json.member("changesPerPage", SyncLimits.changesPerPageMax)
      json.member("pageBytes", SyncLimits.pageBytesMax)
      json.member("replayPages", SyncLimits.replayPagesMax)
      json.member("sealedCharacters", SyncLimits.sealedCharactersMax)
      json.member("protocolVersions") { json in
        json.array(SyncLimits.protocolVersions) { json, version in json.integer(version) }
      }
      json.member("contracts", ContractsDigest.ofThisProgram.description)
    }
  }
}
