import HubContracts
import ToolboxCrypto
import ToolboxHTTPClient

extension PersonalIdentityClient {
  /// Begins a sign-in that the person approves in a browser on this machine, without a code to type.
  ///
  /// Listens from here on; `finishSignIn` with what this returns ends it.
  public func startSignIn(
    at origin: HTTPOrigin, using way: BrowserWay
  ) async throws(IdentityError) -> BrowserPrompt {
    let listener: any LoopbackListener
    switch way {
    case .loopback(let given): listener = given
    }
    let (generation, waiting) = try await beginning()
    let state = Base64URL.encode(random.bytes(24))
    let port: UInt16
    do {
      port = try await listener.open { query in
        AuthorizationRequest.answer(in: query, to: state) != nil
      }
    } catch { throw .unreachable(.cannotConnect) }
    let request = AuthorizationRequest(
      origin: origin, client: client, port: port, state: state, random: random)
    return BrowserPrompt(
      address: request.address(document: journal.document, unownedRecords: waiting),
      expiresInSeconds: listener.secondsMax, request: request, listener: listener,
      generation: generation)
  }

  /// Waits for the person's decision, verifies the new session and makes it current.
  ///
  /// Returns once the session is durable. Cancelling the task ends the waiting, and nothing listens any
  /// more however this ends. A code works once, so one whose answer was lost is not asked for again.
  public func finishSignIn(
    _ prompt: BrowserPrompt
  ) async throws(IdentityError) -> PersonalSyncAccount {
    let query = await prompt.listener.query()
    await prompt.listener.close()
    guard let query else {
      throw Task.isCancelled
        ? .unreachable(.cancelled) : .refused(code: HubErrorCode.expiredToken.rawValue)
    }
    switch AuthorizationRequest.answer(in: query, to: prompt.request.state) {
    case .denied: throw .refused(code: HubErrorCode.accessDenied.rawValue)
    case .code(let code):
      let granted = try await grants.exchange(code, prompt.request)
      return try await adopt(granted, at: prompt.request.origin, expected: prompt.generation)
    case nil: throw .invalidResponse
    }
  }
}
