import HubContracts
import ToolboxCrypto

/// Takes pushes and answers pulls of verified callers.
public struct SyncService: Sendable {
  /// How much of a client's protocol the Hub may rely on.
  public enum ClientProtocol: Sendable {
    /// Knows no `rejected`: one bad mutation refuses the whole request.
    case firstGeneration
    /// Each mutation has its own answer.
    case second
  }

  private let storage: any SyncStorage
  private let clock: any WallClock
  private let random: any RandomBytes
  /// Is told of each push once it is on disk.
  public let feed: ChangeFeed

  public init(
    storage: any SyncStorage, clock: any WallClock, random: any RandomBytes,
    feed: ChangeFeed = ChangeFeed()
  ) {
    self.storage = storage
    self.clock = clock
    self.random = random
    self.feed = feed
  }

  public enum Failure: Error, Equatable, Sendable {
    /// Nothing was stored; the same request can never succeed.
    case refused(RequestRefusal)
    /// Nothing was stored; the same request may succeed later.
    case storage(StorageError)
  }

  /// Stores a push and answers each of its mutations, in order.
  public func push(
    _ request: PushRequest, from account: AccountNumber, speaking version: ClientProtocol
  ) async throws(Failure) -> PushAnswer {
    if version == .firstGeneration { try refuseWhole(request) }
    let stamped = stamp(request)
    do throws(StorageError) {
      let answers =
        stamped.isEmpty
        ? []
        : try await storage.push(stamped, to: request.domain, from: request.device, of: account)
      tell(answers, in: request.domain, of: account)
      return PushAnswer(results: results(of: request, answers), epoch: storage.epoch)
    } catch { throw .storage(error) }
  }

  public func pull(
    _ domain: Domain, after cursor: Cursor, isWhole: Bool = false, of account: AccountNumber
  ) async throws(Failure) -> PullAnswer {
    do throws(StorageError) {
      let answer = try await storage.pull(domain, after: cursor, isWhole: isWhole, of: account)
      guard case .page(var page) = answer else { return answer }
      page.contracts = .ofThisProgram
      return .page(page)
    } catch { throw .storage(error) }
  }

  /// Tombstones of one transaction of ``purgeTombstones()``: it takes about as long as a push.
  package static let purgeSliceCount = 100

  /// Forgets the deletions that are older than ``SyncLimits/tombstoneDays`` (docs/protocol/sync.md, H5).
  ///
  /// Goes in short transactions behind those of devices; stopped in between, the next call goes on.
  public func purgeTombstones() async throws(StorageError) {
    let horizon = clock.nowMilliseconds - Int64(SyncLimits.tombstoneDays) * 86_400_000
    var count: Int
    repeat {
      count = try await storage.purgeTombstones(
        storedBefore: horizon, limit: Self.purgeSliceCount)
    } while count == Self.purgeSliceCount && !Task.isCancelled
  }

  /// How far the feeds of `domains` have come.
  public func heads(
    _ domains: [Domain], of account: AccountNumber
  ) async throws(StorageError) -> [FeedHead] {
    try await storage.heads(domains, of: account)
  }

  /// Wakes whoever watches the account; a push that stored nothing is no news.
  private func tell(_ answers: [MutationAnswer], in domain: Domain, of account: AccountNumber) {
    let newest = answers.compactMap { answer -> Cursor? in
      guard case .accepted(_, let cursor) = answer else { return nil }
      return cursor
    }.max()
    guard let newest else { return }
    feed.moved(account, to: FeedHead(domain: domain, cursor: newest, epoch: storage.epoch))
  }

  private func refuseWhole(_ request: PushRequest) throws(Failure) {
    for (index, item) in request.items.enumerated() {
      guard case .failure(let rejection) = item.content else { continue }
      let field = rejection.field.map { " (\($0))" } ?? ""
      throw .refused(
        RequestRefusal(
          .invalidRequest, "Mutation \(index) is refused: \(rejection.code.rawValue)\(field)."))
    }
  }

  private func stamp(_ request: PushRequest) -> [StampedMutation] {
    let now = clock.nowMilliseconds
    return request.items.compactMap { item in
      guard case .success(let mutation) = item.content,
        let change = ChangeID(bytes: random.bytes(16))
      else { return nil }
      return StampedMutation(
        mutation: mutation, modifiedAt: Self.stamp(of: mutation, now: now),
        digest: PushRule.digest(of: mutation, domain: request.domain), change: change,
        recordedAtMilliseconds: now)
    }
  }

  /// When the mutation was made, at most a day ahead of this Hub's clock.
  ///
  /// A stamp from far ahead would win every conflict for ever, and every device that saw it would make
  /// still later ones. It is cut rather than refused: a wrong clock must not keep edits from the Hub.
  private static func stamp(of mutation: Mutation, now: Int64) -> Stamp {
    let made = mutation.modifiedAt?.milliseconds ?? mutation.occurredAt.milliseconds
    return Stamp(milliseconds: min(made, now + 86_400_000))
  }

  /// Puts the answers back among the items that never reached storage.
  private func results(of request: PushRequest, _ answers: [MutationAnswer]) -> [PushResult] {
    var remaining = answers[...]
    return request.items.map { item in
      switch item.content {
      case .failure(let rejection):
        return PushResult(id: item.id, key: item.key, outcome: .rejected(rejection))
      case .success(let mutation):
        guard let answer = remaining.popFirst() else {
          preconditionFailure("storage answers every mutation")
        }
        return PushResult(id: item.id, key: item.key, outcome: answer.outcome(base: mutation.base))
      }
    }
  }
}

extension PushResult.Outcome {
  fileprivate static func rejected(_ rejection: Rejection) -> Self {
    .rejected(code: rejection.code.rawValue, field: rejection.field, reason: rejection.reason)
  }
}

extension MutationAnswer {
  fileprivate func outcome(base: Version) -> PushResult.Outcome {
    switch self {
    case .accepted(let version, let cursor): .accepted(version: version, cursor: cursor)
    case .duplicate(let version, let cursor): .duplicate(version: version, cursor: cursor)
    case .conflict(let actual, let current):
      .conflict(expected: base, actual: actual, current: current)
    case .reusedKey: .rejected(Rejection(.idempotencyKeyReused, field: "idempotencyKey"))
    case .contentFrozen: .rejected(Rejection(.contentFrozen, field: "record"))
    }
  }
}
