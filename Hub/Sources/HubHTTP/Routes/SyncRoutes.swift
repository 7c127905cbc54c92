import HubContracts
import HubCore
import ToolboxHTTP

/// `/v1/sync`: the feed of an account's records, for its devices.
///
/// A device reaches only the domains of its own app; another app's is refused as forbidden.
/// Source: docs/protocol/sync.md, "The wire".
public struct SyncRoutes: Sendable {
  private let sync: SyncService
  private let audit: AuditService?

  /// - `audit`: what says on each answer how far the account's audit chain is; nil says nothing.
  public init(sync: SyncService, audit: AuditService? = nil) {
    self.sync = sync
    self.audit = audit
  }

  public var routes: [Route] {
    [
      .device(
        .post, "/v1/sync/push", body: .json(bytesMax: SyncLimits.pushBytesMax),
        summary: "Store changes of records and answer each.", respond: witnessed(push)
      ).described(Self.pushDescription),
      .device(
        .get, "/v1/sync/pull", summary: "The changes of a domain behind a cursor.",
        respond: witnessed(pull)
      ).described(Self.pullDescription),
    ]
  }

  /// The same answers, with the newest checkpoint of the account's audit chain on them (LOG-06), and with
  /// what the Hub was told of what waits on the device, so that it says so where that has changed.
  private func witnessed(
    _ respond: @escaping @Sendable (RoutedRequest, DeviceCaller) async -> HTTPResponse
  ) -> @Sendable (RoutedRequest, DeviceCaller) async -> HTTPResponse {
    { [audit] routed, device in
      var response = await respond(routed, device)
      await audit?.add(to: &response, for: device)
      response.headers[AttentionCounts.header] = device.deviceSession.attention.text
      return response
    }
  }

  /// Stores one device's mutations, in order, and answers each.
  ///
  /// Replies:
  /// - 200: one result per mutation, in request order; accepted ones are on the Hub's disk, and one
  ///   that is not spoils none of its neighbours.
  /// - 400: nothing stored; the same body can never succeed.
  /// - 503, 507: nothing stored; send the same body later.
  ///
  /// Safe to repeat: a mutation that is held already is answered again, not stored again.
  private func push(_ routed: RoutedRequest, _ device: DeviceCaller) async -> HTTPResponse {
    let request: PushRequest
    do throws(RequestRefusal) { request = try PushRequest.read(routed.request.body) } catch {
      return .error(error.code, error.message)
    }
    guard device.domains.contains(request.domain) else { return Self.foreignDomain }
    let version: SyncService.ClientProtocol =
      routed.request.headers["Sync-Protocol"] == "2" ? .second : .firstGeneration
    do throws(SyncService.Failure) {
      return .json(try await sync.push(request, from: device.account, speaking: version).json)
    } catch { return Self.answer(to: error) }
  }

  private func pull(_ routed: RoutedRequest, _ device: DeviceCaller) async -> HTTPResponse {
    let query: HTTPQuery
    do { query = try routed.request.decodedQuery() } catch {
      return .error(.invalidRequest, "The query is not well formed.")
    }
    guard let domain = query["domain"].flatMap(Domain.init(rawValue:)) else {
      return .error(.invalidDomain, "The Hub knows no such domain.")
    }
    guard device.domains.contains(domain) else { return Self.foreignDomain }
    let text = query["cursor"] ?? ""
    guard let cursor = text.isEmpty ? .start : Cursor(digits: text) else {
      return .error(.invalidRequest, "cursor is not a whole number from 0 to 2^63-2.")
    }
    let whole = query["whole"] ?? "false"
    guard whole == "true" || whole == "false" else {
      return .error(.invalidRequest, "whole is neither true nor false.")
    }
    do throws(SyncService.Failure) {
      let answer = try await sync.pull(
        domain, after: cursor, isWhole: whole == "true", of: device.account)
      switch answer {
      case .page(let page): return .json(page.json)
      case .cursorExpired:
        return .error(
          .cursorExpired, "Deletions behind this cursor are forgotten. Read from the start.")
      }
    } catch { return Self.answer(to: error) }
  }

  private static let foreignDomain = HTTPResponse.error(
    .forbidden, "This session belongs to an app that does not own the domain.")

  private static func answer(to failure: SyncService.Failure) -> HTTPResponse {
    switch failure {
    case .refused(let refusal): .error(refusal.code, refusal.message)
    case .storage(let error): .failure(error)
    }
  }
}
