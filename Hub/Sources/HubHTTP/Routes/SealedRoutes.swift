import HubContracts
import HubCore
import ToolboxHTTP

/// `/v1/sealed`: the signed list of the devices that share a domain's details, and for a person who has the
/// words the records with their details, still sealed.
///
/// A device reaches only the domains of its own app. What an entry says is for devices to check.
/// Source: docs/protocol/sealed.md, "5.1 The directory" and "In a browser".
public struct SealedRoutes: Sendable {
  private let storage: any SealedStorage & SyncStorage

  public init(storage: any SealedStorage & SyncStorage) { self.storage = storage }

  public var routes: [Route] {
    [
      Route(
        .get, SealedDirectoryPage.path, access: .deviceOrPerson, target: .values,
        summary: "The directory of a domain's sealed details.", respond: directory
      ).described(Self.directoryDescription),
      .device(
        .post, SealedDirectoryPage.path,
        body: .json(bytesMax: 2 * SealedDirectoryPage.entryBytesMax),
        summary: "Append an entry to the directory, if it still is the next.", respond: append
      ).described(Self.appendDescription),
      .person(
        .get, "/v1/sealed/records", target: .values,
        summary:
          "A domain's records behind a cursor, their details sealed, for the person's own browser.",
        respond: records
      ).described(Self.recordsDescription),
    ]
  }

  /// All entries of `domain`, oldest first; none before its words were made.
  private func directory(_ routed: RoutedRequest) async -> HTTPResponse {
    guard let account = routed.caller.account else {
      preconditionFailure("the router lets only known callers in here")
    }
    do throws(RequestRefusal) {
      let domain = try domain(in: try query(of: routed))
      guard routed.caller.domains.contains(domain) else { return Self.foreignDomain }
      do throws(StorageError) {
        return .json(try await storage.sealedDirectory(of: domain, account).json)
      } catch { return .failure(error) }
    } catch { return .error(error.code, error.message) }
  }

  /// One page of the feed of `domain`, as a device pulls it; a browser keeps it no longer than its page.
  ///
  /// Replies:
  /// - 200: a ``PullPage``; with more behind it, it is asked for again from its cursor.
  /// - 410: deletions behind the cursor are forgotten. Read from the start.
  private func records(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(RequestRefusal) {
      let query = try query(of: routed)
      let domain = try domain(in: query)
      guard let cursor = Cursor(digits: query["cursor"] ?? "0") else {
        throw RequestRefusal(
          .invalidRequest, "cursor is not a whole number from 0 to 2^63-2.")
      }
      do throws(StorageError) {
        let answer = try await storage.pull(
          domain, after: cursor, isWhole: false, of: session.account.number)
        switch answer {
        case .page(var page):
          page.contracts = .ofThisProgram
          return .json(page.json)
        case .cursorExpired:
          return .error(
            .cursorExpired, "Deletions behind this cursor are forgotten. Read from the start.")
        }
      } catch { return .failure(error) }
    } catch { return .error(error.code, error.message) }
  }

  private func query(of routed: RoutedRequest) throws(RequestRefusal) -> HTTPQuery {
    do { return try routed.request.decodedQuery() } catch {
      throw RequestRefusal(.invalidRequest, "The query is not well formed.")
    }
  }

  private func domain(in query: HTTPQuery) throws(RequestRefusal) -> Domain {
    guard let domain = query["domain"].flatMap(Domain.init(rawValue:)) else {
      throw RequestRefusal(.invalidDomain, "The Hub knows no such domain.")
    }
    return domain
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

  static let recordsDescription = RouteDescription(
    [
      .query("domain", .domain, isRequired: true, "The domain whose feed is read."),
      .query("cursor", .cursor, "That of the page before; absent for the start."),
    ],
    answers: [.json(.pullPage, "The changes behind the cursor, rising.")],
    errors: [.invalidRequest, .invalidDomain, .cursorExpired])

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
