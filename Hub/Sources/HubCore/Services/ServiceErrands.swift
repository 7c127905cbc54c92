import HubContracts

/// Carries actions to services and their receipts back, and asks again where one was silent.
///
/// An action stays in the account's inbox until its receipt is stored, so nothing is lost with this
/// actor: what it remembers is only whose inbox to look at again.
actor ServiceErrands {
  private let lines: [String: ServiceLine]
  private let identity: IdentityService
  private let storage: any ActionStorage
  private let feed: ChangeFeed
  private let patience: Patience
  private var waiting: Set<AccountNumber> = []
  private var running: [AccountNumber: Task<Void, Never>] = [:]
  /// Something came while the account's errands were run.
  private var more: Set<AccountNumber> = []

  init(
    lines: [String: ServiceLine], identity: IdentityService, storage: any ActionStorage,
    feed: ChangeFeed, patience: Patience
  ) {
    self.lines = lines
    self.identity = identity
    self.storage = storage
    self.feed = feed
    self.patience = patience
  }

  private var now: Int64 { identity.clock.nowMilliseconds }

  func takeUp() async throws(StorageError) {
    waiting.formUnion(try await identity.storage.accounts().map(\.account.number))
  }

  func run(for account: AccountNumber) async {
    let task = start(account, asksFirst: false)
    _ = await patience.value(of: task)
  }

  func doWaiting() async {
    for account in waiting { await start(account, asksFirst: true).value }
  }

  /// One at a time for each account, so that no action is asked for twice at once.
  private func start(_ account: AccountNumber, asksFirst: Bool) -> Task<Void, Never> {
    if let task = running[account] {
      more.insert(account)
      return task
    }
    let task = Task { await self.work(for: account, asksFirst: asksFirst) }
    running[account] = task
    return task
  }

  private func work(for account: AccountNumber, asksFirst: Bool) async {
    var isClear: Bool
    repeat {
      more.remove(account)
      do throws(StorageError) { isClear = try await errands(of: account, asksFirst) } catch {
        // The inbox is as it was; the next round tries again.
        isClear = false
      }
    } while isClear && more.contains(account)
    more.remove(account)
    if isClear { waiting.remove(account) } else { waiting.insert(account) }
    running[account] = nil
  }

  /// False where something waits still.
  private func errands(
    of account: AccountNumber, _ asksFirst: Bool
  ) async throws(StorageError) -> Bool {
    // A link that was ended meanwhile is not among them.
    let devices = try await identity.deviceSessions(of: account)
    var isClear = true
    for link in ServiceLink.all(among: devices, lines) {
      isClear = try await errands(on: link, asksFirst) && isClear
    }
    return isClear
  }

  private func errands(
    on link: ServiceLink, _ asksFirst: Bool
  ) async throws(StorageError) -> Bool {
    let account = link.session.account.number
    try await storage.settleActions(at: now, of: account)
    let inbox = try await storage.inbox(
      of: link.session, in: [link.line.domain], at: now, limit: ActionLimits.inboxMax)
    if inbox.isEmpty { return true }
    // A lease is on record, so a service that was silent is asked for something harmless first.
    if asksFirst {
      let today = Day(number: now / Milliseconds.day)
      guard case .told = await link.line.look(at: today, of: link.id) else { return false }
    }
    for action in inbox {
      guard try await perform(action.id, on: link) else { return false }
    }
    return true
  }

  /// False where the service was silent, and the action is to be asked for again.
  private func perform(
    _ id: ActionID, on link: ServiceLink
  ) async throws(StorageError) -> Bool {
    let answer = try await storage.lease(id, to: link.session, at: now)
    // Cancelled or expired since the inbox was read.
    guard case .done(let action, _) = answer else { return true }
    let intent = ServiceIntent(
      action.proposal, undoes: action.undoing?.action, fence: action.life.fence,
      expiresAtMilliseconds: action.life.expiresAtMilliseconds)
    let receipt: ActionReceipt
    switch await link.line.perform(intent, of: link.id) {
    case .done(let told): receipt = told
    case .refused: receipt = ActionReceipt(fence: intent.fence, .rejected(.notPossible))
    case .silent: return false
    }
    _ = try await storage.receive(receipt, for: id, from: link.session, at: now)
    feed.touched(link.session.account.number)
    return true
  }
}
