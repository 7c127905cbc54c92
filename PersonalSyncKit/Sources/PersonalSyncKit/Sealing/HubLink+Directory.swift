import HubContracts
import ToolboxCrypto
import ToolboxHTTP
import ToolboxJSON

extension HubLink {
  /// The entries of a domain's directory, oldest first; nothing of them has been checked.
  func sealedDirectory(of domain: Domain) async throws(SyncError) -> [[UInt8]] {
    let response = try await send(
      HTTPRequest(
        method: .get, path: SealedDirectoryPage.path, query: "domain=\(domain.rawValue)"))
    guard response.status == 200 else { throw Self.refusal(response) }
    let page: SealedDirectoryPage
    do throws(JSONError) { page = try SealedDirectoryPage.read(response.bytes ?? []) } catch {
      throw .invalidResponse
    }
    var entries: [[UInt8]] = []
    for text in page.entries {
      guard let entry = Base64URL.decode(text) else { throw .invalidResponse }
      entries.append(entry)
    }
    return entries
  }

  /// Appends an entry behind `index` others; false where there are not just as many.
  func append(
    _ entry: [UInt8], behind index: Int, to domain: Domain
  ) async throws(SyncError) -> Bool {
    let body = SealedDirectoryAppend(
      domain: domain, index: index, entry: Base64URL.encode(entry))
    let response = try await send(
      HTTPRequest(
        method: .post, path: SealedDirectoryPage.path,
        headers: ["Content-Type": "application/json"], body: body.json))
    guard response.status == 200 else { throw Self.refusal(response) }
    do throws(JSONError) {
      return try SealedDirectoryAnswer.read(response.bytes ?? []).isAppended
    } catch { throw .invalidResponse }
  }
}
