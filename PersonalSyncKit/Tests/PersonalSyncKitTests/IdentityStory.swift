import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxLocks

@testable import PersonalSyncKit

/// One order of events around the session of a store that Ada owns and in which an edit waits.
///
/// Every operation runs in a process of its own, so nothing but what is durable keeps them apart. After
/// each event it checks that a late completion has changed nothing, and that what was pushed went under
/// a session of the owner.
final class IdentityStory {
  enum Letter: Character, CaseIterable, Sendable {
    /// A sign-in of the owner begins; the next time, its proof arrives.
    case signInOwner = "A"
    /// The same for another account.
    case signInOther = "B"
    case signOut = "O"
    /// A pass begins to push; the next time, it is answered that the session is over.
    case pass = "U"
    /// The machine loses power in the middle of the event before; all operations die.
    case crash = "C"
  }

  struct Counts {
    var lateCompletions = 0
    var sentEdits = 0

    mutating func add(_ other: Counts) {
      lateCompletions += other.lateCompletions
      sentEdits += other.sentEdits
    }
  }

  /// An operation whose decisive answer has not arrived.
  private struct Waiting {
    let gate: GatedLink
    let task: Task<Void, Never>
    let generation: Int64
  }

  private let word: [Letter]
  private let pair: PairOfDevices
  private var device: TestDevice
  private var waiting: [Letter: Waiting] = [:]
  private var dead: [Waiting] = []
  private let pushes = Locked<[FakeHub.Account?]>([])
  /// What is durable before and after each step of the event of now.
  private let moments = Locked<[DeviceImage]>([])
  private var counts = Counts()

  init(_ word: [Letter], _ form: JournalForm) async throws {
    self.word = word
    pair = try PairOfDevices(form)
    device = pair.first
    try await device.connect(to: pair.hub, as: pair.ada)
    try await device.save("a", 25)
  }

  func run() async throws -> Counts {
    for letter in word {
      let before = moments.withLock { $0 }
      if letter != .crash { watch() }
      try await play(letter, after: before)
      checkPushes()
    }
    stopWatching()
    try await checkStarts()
    for operation in dead + waiting.values {
      operation.gate.open(with: .lost)
      await operation.task.value
    }
    checkPushes()
    return counts
  }

  private func play(_ letter: Letter, after moments: [DeviceImage]) async throws {
    switch letter {
    case .signOut: _ = try await process(GatedLink(to: pair.hub)).identity.signOut()
    case .crash: try crash(at: moments.isEmpty ? device.image() : moments[moments.count / 2])
    case .signInOwner, .signInOther, .pass:
      if let operation = waiting.removeValue(forKey: letter) {
        try await complete(operation, letter)
      } else {
        try await begin(letter)
      }
    }
  }

  // MARK: - Operations

  private func process(_ gate: GatedLink) throws -> TestDevice.Parts {
    let link = FaultyLink(to: gate)
    link.observe { [device, moments] in note(device, in: moments) }
    return try device.process(over: link)
  }

  private func begin(_ letter: Letter) async throws {
    let generation = try await device.session().generation
    let isPass = letter == .pass
    let gate = GatedLink(to: pair.hub, at: isPass ? "/v1/sync/push" : "/v1/session", pushes: pushes)
    let parts = try process(gate)
    let (hub, account) = (pair.hub, letter == .signInOther ? pair.bob : pair.ada)
    let task = Task {
      do {
        if isPass {
          _ = try await parts.runtime.synchronize()
        } else {
          let session = hub.signIn(
            account, client: "anchor", document: parts.store.journal.document)
          _ = try await parts.identity.adoptBearerToken(
            session.bearer, revokeHandle: session.revokeHandle, session: session.id,
            at: TestDevice.hubOrigin)
        }
      } catch {
        // Refused, overtaken or cut off: what it left behind is what the story looks at.
      }
      gate.end()
    }
    // Signed out, or with nothing to send, a pass is over before it comes to its gate.
    if await gate.isReached() {
      waiting[letter] = Waiting(gate: gate, task: task, generation: generation)
    } else {
      await task.value
    }
  }

  private func complete(_ operation: Waiting, _ letter: Letter) async throws {
    let before = try await device.session()
    let secrets = try device.tokens.load()
    operation.gate.open(with: letter == .pass ? .unauthorized : .passed)
    await operation.task.value
    guard operation.generation != before.generation else { return }
    counts.lateCompletions += 1
    #expect(try await device.session() == before, "\(name)")
    #expect(try current(device.tokens.load(), before) == current(secrets, before), "\(name)")
  }

  private func current(_ secrets: StoredSecrets, _ session: StoredSession) -> SessionSecrets? {
    session.account.flatMap { secrets[$0.session] }
  }

  /// All that was durable is found again, and nothing else; whoever was under way never goes on.
  private func crash(at image: DeviceImage) throws {
    dead += waiting.values
    waiting = [:]
    stopWatching()
    device = try revive(image)
  }

  private func revive(_ image: DeviceImage) throws -> TestDevice {
    try TestDevice(
      "revived", as: .init(form: pair.first.form, image: image), link: FaultyLink(to: pair.hub),
      clock: pair.clock,
      random: pair.dice)
  }

  private func watch() {
    moments.withLock { $0 = [] }
    device.tokens.observe { [device, moments] in note(device, in: moments) }
  }

  private func stopWatching() { device.tokens.observe(nil) }

  // MARK: - Checks

  private var name: String { String(word.map(\.rawValue)) }

  private func checkPushes() {
    let accounts = pushes.withLock { $0 }
    counts.sentEdits = accounts.count
    #expect(!accounts.contains(pair.bob), "\(name): an edit of Ada's under Bob")
    #expect(pair.hub.feed(of: pair.bob, .anchor).isEmpty, "\(name)")
  }

  /// Whenever the power goes during the last event, a start finds no session or a whole one of the
  /// owner, and the edit.
  private func checkStarts() async throws {
    for image in moments.withLock({ $0 }) + [device.image()] {
      let revived = try revive(image)
      let account = try await revived.identity.currentAccount()
      #expect(account == nil || account?.account == pair.ada.id, "\(name)")
      let secrets = try revived.tokens.load()
      if let account { #expect(secrets[account.session] != nil, "\(name)") }
      let status = try await revived.status()
      #expect(status.owner?.account == pair.ada.id, "\(name)")
      #expect(try await revived.runtime.pendingMutationCount() == 1, "\(name)")
    }
  }
}

private func note(_ device: TestDevice, in moments: Locked<[DeviceImage]>) {
  let image = device.image()
  moments.withLock { $0.append(image) }
}

/// A link that holds one request back, until the story goes on with it.
final class GatedLink: HTTPClient {
  enum Answer: Sendable { case passed, unauthorized, lost }

  private let hub: FakeHub
  private let path: String?
  private let pushes: Locked<[FakeHub.Account?]>
  private let reached = AsyncStream.makeStream(of: Bool.self)
  private let opened = AsyncStream.makeStream(of: Answer.self)
  private let isSpent = Locked(false)

  /// `pushes` takes whose session each push was sent under.
  init(
    to hub: FakeHub, at path: String? = nil, pushes: Locked<[FakeHub.Account?]> = Locked([])
  ) {
    self.hub = hub
    self.path = path
    self.pushes = pushes
  }

  /// Whether the operation came to the gate; false where it ended without.
  func isReached() async -> Bool {
    for await isReached in reached.stream { return isReached }
    return false
  }

  func open(with answer: Answer) { opened.continuation.yield(answer) }

  func end() { reached.continuation.yield(false) }

  func send(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    guard request.path == path,
      isSpent.withLock({ isSpent in
        defer { isSpent = true }
        return !isSpent
      })
    else { return try await hub.send(request, to: origin) }
    if request.path == "/v1/sync/push", let bearer = request.headers["Authorization"] {
      let account = hub.account(ofBearer: String(bearer.dropFirst("Bearer ".count)))
      pushes.withLock { $0.append(account) }
    }
    reached.continuation.yield(true)
    for await answer in opened.stream {
      switch answer {
      case .passed: return try await hub.send(request, to: origin)
      case .unauthorized: return HTTPResponse(status: 401)
      case .lost: throw .connectionLost
      }
    }
    throw .cancelled
  }

  func stream(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    try await hub.stream(request, to: origin)
  }
}
