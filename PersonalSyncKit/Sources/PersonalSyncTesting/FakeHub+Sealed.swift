import HubContracts
import ToolboxHTTP

/// The directories of sealed details, which a Hub keeps and cannot read.
extension FakeHub {
  /// Loses them, as a Hub does that is put back to a backup of before.
  public func forgetSealedDirectories() { memory.withLock { $0.sealedDirectories = [:] } }

  /// Hands a change on as the newest of its record, as a dishonest Hub does with one that it kept.
  public func forge(_ change: Change, in account: Account) {
    memory.withLock { $0.feeds[account.id, default: FakeFeed()].forge(change) }
  }

  func sealedDirectory(_ request: HTTPRequest, _ session: LiveSession) -> HTTPResponse {
    let query: HTTPQuery
    do throws(HTTPQueryError) { query = try request.decodedQuery() } catch {
      return Self.refusal(.invalidRequest)
    }
    guard let domain = query["domain"].flatMap(Domain.init(rawValue:)) else {
      return Self.refusal(.invalidDomain)
    }
    let entries = memory.withLock { $0.sealedDirectories[session.account.id]?[domain] ?? [] }
    return HTTPResponse(
      status: 200, body: .bytes(SealedDirectoryPage(entries: entries).json))
  }

  func appendSealed(_ request: HTTPRequest, _ session: LiveSession) -> HTTPResponse {
    do throws(RequestRefusal) {
      let entry = try SealedDirectoryAppend.read(request.body)
      let answer = memory.withLock { memory in
        var entries = memory.sealedDirectories[session.account.id]?[entry.domain] ?? []
        let isNext = entries.count == entry.index
        if isNext { entries.append(entry.entry) }
        memory.sealedDirectories[session.account.id, default: [:]][entry.domain] = entries
        return SealedDirectoryAnswer(isAppended: isNext, size: entries.count)
      }
      return HTTPResponse(status: 200, body: .bytes(answer.json))
    } catch { return Self.refusal(error.code) }
  }
}
