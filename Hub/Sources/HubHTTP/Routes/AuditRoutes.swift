import HubContracts
import HubCore
import ToolboxCrypto
import ToolboxHTTP
import ToolboxJSON

/// `/v1/audit`: an account's audit chain, for its devices, which are its witnesses (LOG-06).
///
/// Source: docs/protocol/audit.md, "The wire".
public struct AuditRoutes: Sendable {
  private let audit: AuditService

  public init(audit: AuditService) { self.audit = audit }

  public var routes: [Route] {
    [
      .device(
        .get, AuditPage.path,
        summary: "The newest checkpoint of the audit chain, and commitments behind an entry.",
        respond: page
      ).described(Self.pageDescription),
      .device(
        .post, AuditTestimonyBody.path, body: .json(bytesMax: 1_024),
        summary: "Say up to where this device has checked the audit chain.", respond: witness
      ).described(Self.witnessDescription),
    ]
  }

  /// The newest checkpoint, and the commitments that follow entry `after`.
  ///
  /// Query: `after`, a whole number from 0 on, and `upto`, the last entry asked for; without it the
  /// checkpoint's.
  ///
  /// Replies:
  /// - 200: an ``AuditPage`` with at most ``AuditChain/commitmentsPerPageMax`` commitments.
  /// - 400: a number is none.
  /// - 404: nothing ever happened to the account.
  private func page(_ routed: RoutedRequest, _ device: DeviceCaller) async -> HTTPResponse {
    let query: HTTPQuery
    do { query = try routed.request.decodedQuery() } catch {
      return .error(.invalidRequest, "The query is not well formed.")
    }
    guard let after = Int64(query["after"] ?? "0"), after >= 0 else {
      return .error(.invalidRequest, "after is not a whole number from 0 on.")
    }
    do throws(StorageError) {
      let checkpoint = try await audit.checkpoint(of: device.account, named: device.accountID)
      guard let checkpoint else { return .error(.notFound, "There is no audit chain yet.") }
      let size = checkpoint.checkpoint.size
      guard let last = query["upto"].map(Int64.init) ?? size, (0...size).contains(last) else {
        return .error(
          .invalidRequest, "upto is not a whole number from 0 to the checkpoint's size.")
      }
      let commitments = try await audit.commitments(
        after: after, upTo: last, of: device.account)
      return .json(AuditPage(checkpoint: checkpoint, commitments: commitments).json)
    } catch { return .failure(error) }
  }

  /// Notes up to where a device has checked the chain.
  ///
  /// Replies:
  /// - 204: noted, in place of what this device said before.
  /// - 400: `size` is no whole number from 1 on, or `link` not base64 of 32 bytes.
  private func witness(_ routed: RoutedRequest, _ device: DeviceCaller) async -> HTTPResponse {
    let said: AuditTestimonyBody
    do throws(JSONError) { said = try AuditTestimonyBody.read(routed.request.body) } catch {
      return .error(
        .invalidRequest, "size must be a whole number from 1 on, link base64 of 32 bytes.")
    }
    do throws(StorageError) {
      try await audit.note(
        size: said.size, link: said.link, by: device.session, of: device.account)
      return HTTPResponse(status: 204)
    } catch { return .failure(error) }
  }
}

extension AuditService {
  /// Puts the newest checkpoint on an answer to a device, which compares it with the last it saw.
  ///
  /// Where storage does not answer now, the answer goes without: the device asks later.
  func add(to response: inout HTTPResponse, for device: DeviceCaller) async {
    guard response.status == 200 else { return }
    do throws(StorageError) {
      let signed = try await checkpoint(of: device.account, named: device.accountID)
      if let signed {
        response.headers[SignedCheckpoint.header] = Base64URL.encode(signed.note)
      }
    } catch { return }
  }
}
