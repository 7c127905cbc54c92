import HubContracts
import ToolboxCrypto
import ToolboxHTTPClient

/// Plays a Hub against a service of the domain `live`, and says of each requirement whether it is met.
///
/// It adds items for the people of `link` and `otherLink` and takes back what it can, so these are
/// people made for it. The service pins the key that signs here.
public struct Conformance: Sendable {
  let hub: PlayedHub
  let link: DocumentID
  let otherLink: DocumentID?

  /// - `key`: Whose public half the service has pinned.
  /// - `link`: An id that one of the service's people has connected.
  /// - `otherLink`: Of somebody else there; without it ``Requirement/keepsPeopleApart`` is skipped.
  /// - `nowMilliseconds`: Since 1970, UTC.
  public init(
    of origin: HTTPOrigin, by client: any HTTPClient, key: SigningKey, link: DocumentID,
    otherLink: DocumentID?, nowMilliseconds: @escaping @Sendable () -> Int64,
    random: any RandomBytes
  ) {
    hub = PlayedHub(
      client: client, origin: origin, key: key, nowMilliseconds: nowMilliseconds, random: random)
    self.link = link
    self.otherLink = otherLink
  }

  /// Tries every requirement, in their order.
  public func run() async -> [Finding] {
    var findings: [Finding] = []
    for requirement in Requirement.allCases {
      let outcome: Finding.Outcome
      do throws(Shortfall) {
        try await check(requirement)
        outcome = .passed
      } catch {
        switch error {
        case .failed(let what): outcome = .failed(what)
        case .skipped(let why): outcome = .skipped(why)
        }
      }
      findings.append(Finding(requirement: requirement, outcome: outcome))
    }
    return findings
  }

  private func check(_ requirement: Requirement) async throws(Shortfall) {
    switch requirement {
    case .answersDay: _ = try await day()
    case .boundedAnswer: try await boundedAnswer()
    case .refusesUnsigned: try await refusesUnsigned()
    case .refusesForgery: try await refusesForgery()
    case .refusesReplay: try await refusesReplay()
    case .refusesOldAndFuture: try await refusesOldAndFuture()
    case .refusesOtherAudience: try await refusesOtherAudience()
    case .refusesOtherTarget: try await refusesOtherTarget()
    case .refusesTooLarge: try await refusesTooLarge()
    case .refusesMalformed: try await refusesMalformed()
    case .refusesUnknownLink: try await refusesUnknownLink()
    case .keepsPeopleApart: try await keepsPeopleApart()
    case .refusesUnknownAction: try await refusesUnknownAction()
    case .refusesBrokenContract: try await refusesBrokenContract()
    case .performsOnce: try await performsOnce()
    case .refusesReusedID: try await refusesReusedID()
    case .refusesExpired: try await refusesExpired()
    case .takesBack: try await takesBack()
    case .keepsLaterChanges: try await keepsLaterChanges()
    }
  }

  // MARK: - Parts of the checks

  enum Shortfall: Error {
    case failed(String)
    case skipped(String)
  }

  var today: Day { Day(number: hub.nowMilliseconds() / 86_400_000) }

  func newID() -> ActionID {
    guard let id = ActionID(hub.random.uuid()) else {
      preconditionFailure("random.uuid() writes a lower-case UUID")
    }
    return id
  }

  func expect(_ isMet: Bool, _ otherwise: String) throws(Shortfall) {
    if !isMet { throw .failed(otherwise) }
  }

  func expect(
    _ refusal: ServiceRefusal, _ answer: PlayedHub.Answer, _ of: String
  ) throws(Shortfall) {
    try expect(
      answer.isRefusal(refusal),
      "\(of): answered \(answer.words), not \(refusal.status) \(refusal.rawValue)")
  }

  func day(of link: DocumentID? = nil) async throws(Shortfall) -> ServiceDay {
    let answer = await hub.ask(.day(today), of: link ?? self.link)
    guard case .said(let bytes, _) = answer else {
      throw .failed("the day: answered \(answer.words)")
    }
    do { return try ServiceDay.read(bytes, of: today, in: .live) } catch {
      throw .failed("the day: \(error.fault.rawValue) at byte \(error.offset)")
    }
  }

  func intent(
    _ proposal: ActionProposal, undoes: ActionID? = nil, fence: Int64 = 1,
    lifeMilliseconds: Int64 = 600_000
  ) -> ServiceRequest.Ask {
    .perform(
      ServiceIntent(
        proposal, undoes: undoes, fence: fence,
        expiresAtMilliseconds: hub.nowMilliseconds() + lifeMilliseconds))
  }

  func perform(
    _ ask: ServiceRequest.Ask, of link: DocumentID? = nil
  ) async throws(Shortfall) -> ActionReceipt {
    let answer = await hub.ask(ask, of: link ?? self.link)
    guard case .said(let bytes, _) = answer else {
      throw .failed("an action: answered \(answer.words)")
    }
    do { return try ActionReceipt.read(bytes, in: .live) } catch {
      throw .failed("an action's answer is no receipt: \(error.message)")
    }
  }

  /// Adds an item; its id, and how it is taken back where the service says so.
  func addItem(
    of link: DocumentID? = nil
  ) async throws(Shortfall) -> (action: ActionID, item: RecordID, inverse: InverseAction?) {
    let proposal = ActionProposal(newID(), AddItem(category: .concert, targetDay: today))
    let receipt = try await perform(intent(proposal), of: link)
    guard case .applied(let refs, let inverse) = receipt.result, let item = refs.first else {
      throw .failed("addItem was not applied with the new item's id")
    }
    return (proposal.id, item, inverse)
  }

  /// Performs an inverse as the Hub does when the person wants an action taken back.
  func takeBack(
    _ inverse: InverseAction, of action: ActionID
  ) async throws(Shortfall) -> (ask: ServiceRequest.Ask, result: ActionResult) {
    guard let contract = inverse.name.contract else { throw .failed("the inverse is unknown") }
    let proposal: ActionProposal
    do {
      proposal = try ActionProposal.checked(
        newID(), of: contract, parameters: inverse.parameters, precondition: inverse.precondition)
    } catch { throw .failed("the inverse breaks its contract") }
    let ask = intent(proposal, undoes: action)
    return (ask, try await perform(ask).result)
  }
}
