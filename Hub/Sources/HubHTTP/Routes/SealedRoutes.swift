import HubContracts
import HubCore
import ToolboxHTTP

/// `/v1/sealed/directory`: the signed list of the devices that share a domain's details.
///
/// A device reaches only the domains of its own app. What an entry says is for devices to check.
/// Source: docs/protocol/sealed.md, "5.1 The directory".
public struct SealedRoutes: Sendable {
  private let storage: any SealedStorage

  public init(storage: any SealedStorage) { self.storage = storage }

  public var routes: [Route] {
    [
      .device(
        .get, SealedDirectoryPage.path, summary: "The directory of a domain's sealed details.",
        respond: directory
      ).described(Self.directoryDescription),
      .device(
        .post, SealedDirectoryPage.path,
        body: .json(bytesMax: 2 * SealedDirectoryPage.entryBytesMax),
        summary: "Append an entry to the directory, if it still is the next.", respond: append
      ).described(Self.appendDescription),
    ]
  }

  /// All entries of `domain`, oldest first; none before its words were made.
  private func directory(_ routed: RoutedRequest, _ device: DeviceCaller) async -> HTTPResponse {
    let query: HTTPQuery
    do { query = try routed.request.decodedQuery() } catch {
      return .error(.invalidRequest, "The query is not well formed.")
    }
    guard let domain = query["domain"].flatMap(Domain.init(rawValue:)) else {
      return .error(.invalidDomain, "The Hub knows no such domain.")
    }
    guard device.domains.contains(domain) else { return Self.foreignDomain }
    do throws(StorageError) {
      return .json(try await storage.sealedDirectory(of: domain, device.account).json)
    } catch { return .failure(error) }
  }

  /// Appends an entry if there are just `index` before it.
  ///
  /// Replies:
  /// - 200: a ``SealedDirectoryAnswer``. Sent again after a lost answer, it is not appended twice: read
  ///   the directory then.
  /// - 400: nothing stored; the same body can never succeed.
  private func append(_ routed: RoutedRequest, _ device: DeviceCaller) async -> HTTPResponse {
    let entry: SealedDirectoryAppend
    do throws(RequestRefusal) { entry = try SealedDirectoryAppend.read(routed.request.body) } catch
    {
      return .error(error.code, error.message)
    }
    guard device.domains.contains(entry.domain) else { return Self.foreignDomain }
    do throws(StorageError) {
      return .json(try await storage.append(entry, of: device.account).json)
    } catch { return .failure(error) }
  }

  private static let foreignDomain = HTTPResponse.error(
    .forbidden, "This session belongs to an app that does not own the domain.")
}

extension SealedRoutes {
  static let directoryDescription = RouteDescription(
    [.query("domain", .domain, isRequired: true, "The domain whose directory is read.")],
    answers: [
      .json(
        .component(
          "SealedDirectory",
          .object([
            Schema.Property(
              "entries", .array(.directoryEntry, count: 0...SealedDirectoryPage.entriesMax))
          ])), "Its entries, oldest first.")
    ],
    errors: [.invalidRequest, .invalidDomain, .forbidden])

  static let appendDescription = RouteDescription(
    request: .component(
      "SealedDirectoryAppend",
      .object(
        [
          Schema.Property("domain", .domain),
          Schema.Property("index", .integer(0...Int64(SealedDirectoryPage.entriesMax - 1))),
          Schema.Property("entry", .directoryEntry),
        ], isClosed: true)),
    answers: [
      .json(
        .component(
          "SealedDirectoryAnswer",
          .object([
            Schema.Property("isAppended", .boolean), Schema.Property("size", .integer(0...4_096)),
          ])), "Whether it was the next, and how many there are now.")
    ],
    errors: [.invalidRequest, .invalidDomain, .forbidden])
}

extension Schema {
  /// Opaque to the Hub.
  fileprivate static let directoryEntry = Schema.text(
    1...(SealedDirectoryPage.entryBytesMax * 4 + 2) / 3, pattern: "^[A-Za-z0-9_-]+$")
}
