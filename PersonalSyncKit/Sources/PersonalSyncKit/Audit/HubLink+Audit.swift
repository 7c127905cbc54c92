import HubContracts
import ToolboxCrypto
import ToolboxHTTP

extension HubLink {
  /// What the Hub answered to a question about its audit chain.
  enum AuditReply: Sendable {
    case page(AuditPage)
    /// An answer, and none that shows a chain; what came, up to its limit.
    case none
    /// No answer of the Hub: nothing can be said.
    case unreachable
  }

  /// Asks for the newest checkpoint and the commitments after entry `number`, up to `last`.
  func audit(after number: Int64, upTo last: Int64?) async -> AuditReply {
    let query = "after=\(number)" + (last.map { "&upto=\($0)" } ?? "")
    do throws(SyncError) {
      let response = try await send(
        HTTPRequest(method: .get, path: AuditPage.path, query: query))
      switch response.status {
      case 200:
        do { return .page(try AuditPage.read(response.bytes ?? [])) } catch { return .none }
      // The Hub's own word that there is nothing; a proxy's says nothing.
      case 400, 404: return HubErrorBody(json: response.bytes ?? []) == nil ? .unreachable : .none
      default: return .unreachable
      }
    } catch { return .unreachable }
  }

  /// Tells the Hub up to where this device has checked; a Hub that does not hear it hears the next.
  func testify(size: Int64, link: [UInt8]) async {
    do throws(SyncError) {
      _ = try await send(
        HTTPRequest(
          method: .post, path: AuditTestimonyBody.path,
          headers: ["Content-Type": "application/json"],
          body: AuditTestimonyBody(size: size, link: link).json))
    } catch { return }
  }
}
