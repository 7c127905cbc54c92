import HubContracts
import ToolboxCrypto

/// How a service has to perform what it is asked to.
extension Conformance {
  func keepsPeopleApart() async throws(Shortfall) {
    guard let otherLink else { throw .skipped("there is no link of somebody else; name one") }
    let (action, item, inverse) = try await addItem()
    let others = try await day(of: otherLink)
    try expect(!others.items.contains { $0.id == item }, "the item is in another's day")

    let proposal = ActionProposal(newID(), SetStatus(item: item, status: .done))
    let receipt = try await perform(intent(proposal), of: otherLink)
    try expect(
      receipt.result == .rejected(.notFound), "another's setStatus was not rejected as not_found")
    if let inverse {
      let result = try await takeBack(inverse, of: action).result
      try expect(result.isApplied, "another's attempt has changed the item")
    }
  }

  func refusesUnknownAction() async throws(Shortfall) {
    let bytes = try changed("addItem", "eatItem")
    try expect(
      .unknownAction, await hub.send(signed: bytes, to: ServiceRequest.performTarget),
      "an action that there is not")
  }

  func refusesBrokenContract() async throws(Shortfall) {
    for word in ["a secret word", "TRAVEL"] {
      let before = try await day()
      let bytes = try changed("\"category\":\"concert\"", "\"category\":\"\(word)\"")
      try expect(
        .contractViolation, await hub.send(signed: bytes, to: ServiceRequest.performTarget),
        "a word that is not in the list")
      try expect(try await day().summary == before.summary, "something was done all the same")
    }
  }

  /// A request to add an item, with a part of it replaced.
  private func changed(_ part: String, _ other: String) throws(Shortfall) -> [UInt8] {
    let proposal = ActionProposal(newID(), AddItem(category: .concert))
    let sound = String(decoding: hub.request(intent(proposal), of: link).json, as: UTF8.self)
    let text = sound.replacing(part, with: other)
    precondition(text != sound, "the part is there")
    return Array(text.utf8)
  }

  func performsOnce() async throws(Shortfall) {
    let proposal = ActionProposal(newID(), AddItem(category: .concert, targetDay: today))
    let before = try await planned()
    let (hub, link) = (hub, link)
    let asks = (1...20).map { intent(proposal, fence: $0) }
    let answers = await withTaskGroup(of: PlayedHub.Answer.self) { group in
      for ask in asks { group.addTask { await hub.ask(ask, of: link) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let again = try await perform(intent(proposal, fence: 21))
    try expect(again.fence == 21, "the receipt has another fence than the request")
    guard case .applied = again.result else { throw .failed("addItem was not applied") }
    for answer in answers {
      // A busy service may say so; whatever it says it did is the same.
      if answer.isRefusal(.unavailable) { continue }
      guard case .said(let bytes, _) = answer else { throw .failed("answered \(answer.words)") }
      let receipt: ActionReceipt
      do { receipt = try ActionReceipt.read(bytes, in: .live) } catch {
        throw .failed("an answer is no receipt: \(error.message)")
      }
      try expect(receipt.result == again.result, "two answers to one intent differ")
    }
    let after = try await planned()
    try expect(after == before + 1, "\(after - before) items were added")
  }

  private func planned() async throws(Shortfall) -> Int {
    do { return try LiveDaySummary.contract.decode(try await day().summary).planned } catch let
      error as Shortfall
    { throw error } catch { throw .failed("the summary breaks its contract") }
  }

  func refusesReusedID() async throws(Shortfall) {
    let (action, _, _) = try await addItem()
    let other = ActionProposal(action, AddItem(category: .travel))
    try expect(.actionIDReused, await hub.ask(intent(other), of: link), "other content")
  }

  func refusesExpired() async throws(Shortfall) {
    let before = try await planned()
    let proposal = ActionProposal(newID(), AddItem(category: .concert))
    let late = intent(proposal, lifeMilliseconds: -1_000)
    let receipt = try await perform(late)
    try expect(receipt.result == .rejected(.expired), "it was not rejected as expired")
    try expect(try await planned() == before, "it was done all the same")
  }

  func takesBack() async throws(Shortfall) {
    let before = try await planned()
    let (action, _, inverse) = try await addItem()
    guard let inverse else { throw .skipped("addItem gives no inverse, so it cannot be undone") }
    let (ask, result) = try await takeBack(inverse, of: action)
    try expect(result.isApplied, "the inverse was not applied")
    try expect(try await planned() == before, "the item is still counted")
    try expect(try await perform(ask).result == result, "the same inverse again answers otherwise")
  }

  func keepsLaterChanges() async throws(Shortfall) {
    let (action, item, inverse) = try await addItem()
    guard let inverse else { throw .skipped("addItem gives no inverse, so it cannot be undone") }
    let change = ActionProposal(newID(), SetStatus(item: item, status: .inProgress))
    try expect(try await perform(intent(change)).result.isApplied, "setStatus was not applied")
    try expect(
      try await takeBack(inverse, of: action).result == .rejected(.changedSince),
      "an item that was changed since was taken back")
  }
}
