import HubContracts
import PersonalSyncTesting
import Testing

@testable import PersonalSyncKit

/// A sign-in through a browser beside the app (docs/protocol/identity.md).
@Suite struct BrowserSignInTests {
  private let listener = HandLoopback()

  private func begin(_ pair: PairOfDevices) async throws -> BrowserPrompt {
    try await pair.first.identity.startSignIn(
      at: TestDevice.hubOrigin, using: .loopback(listener))
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-18: a person who approves is signed in, and nothing listens any more`(form: JournalForm)
    async throws
  {
    let pair = try PairOfDevices(form)
    let prompt = try await begin(pair)

    #expect(listener.arrive(pair.hub.authorize(prompt.address, as: pair.ada)))
    let account = try await pair.first.identity.finishSignIn(prompt)

    #expect(account.name == "Ada")
    #expect(try await pair.first.identity.currentAccount() == account)
    #expect(!listener.isOpen)
  }

  @Test func `the address tells the Hub what is asked for and no secret`() async throws {
    let pair = try PairOfDevices()
    try await pair.first.save("a", 1)

    let prompt = try await begin(pair)

    #expect(prompt.address.hasPrefix("http://localhost:8765/oauth/authorize?response_type=code&"))
    #expect(prompt.address.contains("&unowned_records=1&"))
    #expect(prompt.address.hasSuffix("&redirect_uri=http%3A%2F%2F127.0.0.1%3A49152%2Fcallback"))
    #expect(!prompt.address.contains(prompt.request.verifier))
    #expect(!"\(prompt)\(String(reflecting: prompt))".contains(prompt.request.verifier))
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-18: what another page sends to the listener is waited past`(form: JournalForm)
    async throws
  {
    let pair = try PairOfDevices(form)
    let prompt = try await begin(pair)
    let right = pair.hub.authorize(prompt.address, as: pair.ada)
    let state = prompt.request.state

    for wrong in [
      "", "code=x", "code=x&state=other", "code=x&state=\(state)x", "state=\(state)",
      "code=x&code=y&state=\(state)", "code=x&error=access_denied&state=\(state)",
      "error=server_error&state=\(state)", "code=x&state=\(state)&state=\(state)", "code&state",
    ] {
      #expect(!listener.arrive(wrong), "\(wrong)")
    }
    listener.arrive(right)

    #expect(try await pair.first.identity.finishSignIn(prompt).name == "Ada")
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-18: the code of another sign-in gets no session`(form: JournalForm) async throws {
    let pair = try PairOfDevices(form)
    let (prompt, other) = (try await begin(pair), try await begin(pair))
    let foreign = pair.hub.authorize(other.address, as: pair.bob)
      .replacing(other.request.state, with: prompt.request.state)
    _ = try await listener.open {
      AuthorizationRequest.answer(in: $0, to: prompt.request.state) != nil
    }
    #expect(listener.arrive(foreign))

    await #expect(throws: IdentityError.refused(code: "invalid_grant")) {
      try await pair.first.identity.finishSignIn(prompt)
    }
    #expect(try await pair.first.identity.currentAccount() == nil)
  }

  @Test func `a person who says no, and one who does not come, is told so`() async throws {
    let pair = try PairOfDevices()
    let denied = try await begin(pair)
    listener.arrive(pair.hub.authorize(denied.address, as: nil))
    await #expect(throws: IdentityError.refused(code: "access_denied")) {
      try await pair.first.identity.finishSignIn(denied)
    }
    let late = try await begin(pair)
    listener.expire()

    await #expect(throws: IdentityError.refused(code: "expired_token")) {
      try await pair.first.identity.finishSignIn(late)
    }
    #expect(!listener.isOpen)
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-18: cancelling ends the waiting and the listening`(form: JournalForm) async throws {
    let pair = try PairOfDevices(form)
    let prompt = try await begin(pair)
    let identity = pair.first.identity
    let waiting = Task { try await identity.finishSignIn(prompt) }

    waiting.cancel()

    await #expect(throws: IdentityError.unreachable(.cancelled)) { try await waiting.value }
    #expect(!listener.isOpen)
  }

  @Test func `a sign-in by another way meanwhile ends this one`() async throws {
    let pair = try PairOfDevices()
    let prompt = try await begin(pair)
    _ = try await pair.first.signIn(to: pair.hub, as: pair.bob)
    listener.arrive(pair.hub.authorize(prompt.address, as: pair.ada))

    await #expect(throws: IdentityError.sessionChanged) {
      try await pair.first.identity.finishSignIn(prompt)
    }
    #expect(try await pair.first.identity.currentAccount()?.name == "Bob")
  }
}
