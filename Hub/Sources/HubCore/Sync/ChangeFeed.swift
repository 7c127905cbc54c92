import HubContracts
import ToolboxLocks

/// Tells whoever looks at an account how far its feed has come, after each commit.
///
/// Holds what is new for each watcher and nothing else: the newest head of each domain takes the
/// place of older ones, so a watcher that is slow costs no more than one that is not. A lock and not
/// an actor: a push tells it on its way to the answer.
public final class ChangeFeed: Sendable {
  /// Beats until every watcher has been told that time has passed.
  public static let beatsPerRound = 12

  private struct Watchers {
    var accounts: [AccountNumber: [Int: Mailbox]] = [:]
    /// The same ones by the beat at which they are told, so that not all wake at once.
    var rounds = [[Int: Mailbox]](repeating: [:], count: ChangeFeed.beatsPerRound)
    var lastNumber = 0
    var beats = 0
    var isEnded = false
  }

  private let watchers = Locked(Watchers())

  public init() {}

  /// What becomes new in an account from now on, in `domains`; ends with ``end()``.
  ///
  /// Each element holds the newest head of each domain that has moved since the element before. An
  /// empty one says only that time has passed: one comes in each round of beats. For one reader;
  /// letting go of the stream ends the watch.
  public func changes(
    of account: AccountNumber, in domains: [Domain] = Domain.allCases
  ) -> AsyncStream<[FeedHead]> {
    let watch = watch(account, domains)
    return AsyncStream { await watch.next() }
  }

  /// The same as a value, for a reader that knows where to begin.
  public func watch(_ account: AccountNumber, _ domains: [Domain]) -> FeedWatch {
    watch(account, Mailbox(domains: domains))
  }

  /// What those wait for who look at an account's pages: ``touched(_:)`` and the time, and no heads.
  public func watchPages(of account: AccountNumber) -> FeedWatch {
    watch(account, Mailbox(domains: [], isOfPages: true))
  }

  private func watch(_ account: AccountNumber, _ mailbox: Mailbox) -> FeedWatch {
    let (number, isEnded) = watchers.withLock { watchers in
      watchers.lastNumber += 1
      let number = watchers.lastNumber
      if !watchers.isEnded {
        watchers.accounts[account, default: [:]][number] = mailbox
        watchers.rounds[number % Self.beatsPerRound][number] = mailbox
      }
      return (number, watchers.isEnded)
    }
    if isEnded { mailbox.end() }
    return FeedWatch(mailbox: mailbox) { [weak self] in self?.forget(account, number) }
  }

  /// How many watches there are.
  public var count: Int { watchers.withLock { $0.rounds.reduce(0) { $0 + $1.count } } }

  /// Says that a change is on disk; to be called after the commit, in any order.
  public func moved(_ account: AccountNumber, to head: FeedHead) {
    let told = watchers.withLock { $0.accounts[account].map { Array($0.values) } ?? [] }
    for mailbox in told { mailbox.offer(head) }
  }

  /// Says that an action of a domain waits for an app; to be called after the commit.
  public func actionWaits(in domain: Domain, of account: AccountNumber) {
    let told = watchers.withLock { $0.accounts[account].map { Array($0.values) } ?? [] }
    for mailbox in told { mailbox.offer(actionIn: domain) }
  }

  /// Says to who looks at pages that something of an account may be another than before, sessions too.
  ///
  /// To be called after the commit.
  public func touched(_ account: AccountNumber) {
    let told = watchers.withLock { $0.accounts[account].map { Array($0.values) } ?? [] }
    for mailbox in told { mailbox.touch() }
  }

  /// Lets every watcher of an account know that its session may have ended.
  ///
  /// To each it is as if a round of beats had passed.
  public func sessionsEnded(of account: AccountNumber) {
    let told = watchers.withLock { $0.accounts[account].map { Array($0.values) } ?? [] }
    for mailbox in told { mailbox.beat() }
  }

  /// Lets a twelfth of the watchers know that time has passed; to be called once a second.
  public func beat() {
    let told = watchers.withLock { watchers in
      watchers.beats += 1
      return Array(watchers.rounds[watchers.beats % Self.beatsPerRound].values)
    }
    for mailbox in told { mailbox.beat() }
  }

  /// Ends every watch, and those that begin later at once.
  public func end() {
    let told = watchers.withLock { watchers in
      watchers.isEnded = true
      defer { watchers.accounts = [:] }
      return watchers.accounts.values.flatMap(\.values)
    }
    for mailbox in told { mailbox.end() }
  }

  private func forget(_ account: AccountNumber, _ number: Int) {
    watchers.withLock { watchers in
      watchers.rounds[number % Self.beatsPerRound][number] = nil
      watchers.accounts[account]?[number] = nil
      if watchers.accounts[account]?.isEmpty == true { watchers.accounts[account] = nil }
    }
  }
}

/// One reader's view of an account's feed.
public final class FeedWatch: Sendable {
  private let mailbox: Mailbox
  private let forget: @Sendable () -> Void

  init(mailbox: Mailbox, forget: @escaping @Sendable () -> Void) {
    self.mailbox = mailbox
    self.forget = forget
  }

  deinit { forget() }

  /// Hands over what was read after the watch began; heads that are no news are dropped.
  public func offer(_ head: FeedHead) { mailbox.offer(head) }

  /// Says that an action of a domain waits, where that was read after the watch began.
  public func offer(actionIn domain: Domain) { mailbox.offer(actionIn: domain) }

  /// The domains of which an action has come to wait since this was last asked.
  ///
  /// An element, empty where no head is new, comes when there is one.
  public func takeActions() -> [Domain] { mailbox.takeActions() }

  /// Whether a round of beats has passed since this was last asked, also where heads came with it.
  public func takeBeat() -> Bool { mailbox.takeBeat() }

  /// Whether the account was touched since this was last asked.
  ///
  /// An element, empty as for time that passes, comes when it was.
  public func takeTouch() -> Bool { mailbox.takeTouch() }

  /// Has the next element come at once, empty where nothing is new, as if a round of beats had passed.
  public func beat() { mailbox.beat() }

  /// Waits for the next element of ``ChangeFeed/changes(of:in:)``; nil at the end and where the task
  /// is cancelled.
  public func next() async -> [FeedHead]? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { mailbox.take($0) }
    } onCancel: {
      mailbox.end()
    }
  }
}

/// What is new for one reader, and the reader where it waits.
final class Mailbox: Sendable {
  private struct State: Sendable {
    /// The newest head that was offered of each domain, at most one each.
    var known: [FeedHead] = []
    var news: [FeedHead] = []
    /// Domains with an action that waits and was not taken yet; at most one each.
    var actions: [Domain] = []
    var isTouched = false
    var hasTicked = false
    /// Stays until it is taken: an element with heads may have been the answer to a beat.
    var hasBeaten = false
    var isEnded = false
    var reader: CheckedContinuation<[FeedHead]?, Never>?
  }

  private let domains: [Domain]
  private let isOfPages: Bool
  private let state = Locked(State())

  init(domains: [Domain], isOfPages: Bool = false) {
    self.domains = domains
    self.isOfPages = isOfPages
  }

  func offer(_ head: FeedHead) {
    guard domains.contains(head.domain) else { return }
    change { state in
      guard Self.put(head, into: &state.known) else { return }
      _ = Self.put(head, into: &state.news)
    }
  }

  /// Wakes the reader as time that has passed does: the actions are beside the heads.
  func offer(actionIn domain: Domain) {
    guard domains.contains(domain) else { return }
    change { state in
      if !state.actions.contains(domain) { state.actions.append(domain) }
      state.hasTicked = true
    }
  }

  func takeActions() -> [Domain] {
    state.withLock { state in
      defer { state.actions = [] }
      return state.actions
    }
  }

  func touch() {
    guard isOfPages else { return }
    change { state in
      state.isTouched = true
      state.hasTicked = true
    }
  }

  func takeTouch() -> Bool {
    state.withLock { state in
      defer { state.isTouched = false }
      return state.isTouched
    }
  }

  func beat() {
    change { state in
      state.hasTicked = true
      state.hasBeaten = true
    }
  }

  func takeBeat() -> Bool {
    state.withLock { state in
      defer { state.hasBeaten = false }
      return state.hasBeaten
    }
  }

  func end() { change { $0.isEnded = true } }

  func take(_ reader: CheckedContinuation<[FeedHead]?, Never>) {
    change { $0.reader = reader }
  }

  /// Changes the state, and answers the reader where there is one and something to say.
  private func change(_ body: (inout State) -> Void) {
    let (reader, answer) = state.withLock { state in
      body(&state)
      guard let reader = state.reader, state.isEnded || state.hasTicked || !state.news.isEmpty
      else { return (CheckedContinuation<[FeedHead]?, Never>?.none, [FeedHead]?.none) }
      let answer = state.isEnded ? nil : state.news
      state.reader = nil
      state.news = []
      state.hasTicked = false
      return (reader, answer)
    }
    reader?.resume(returning: answer)
  }

  /// Puts a head in the place of an older one of its domain; false where it is not newer.
  private static func put(_ head: FeedHead, into heads: inout [FeedHead]) -> Bool {
    guard let index = heads.firstIndex(where: { $0.domain == head.domain }) else {
      heads.append(head)
      return true
    }
    guard head.cursor > heads[index].cursor else { return false }
    heads[index] = head
    return true
  }
}
