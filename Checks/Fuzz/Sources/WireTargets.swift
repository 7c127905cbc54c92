import HubContracts
import ToolboxJSON

/// A push that is read says on its way out what it said on its way in.
func fuzzPush(_ bytes: [UInt8]) {
  let request: PushRequest
  do { request = try PushRequest.read(bytes) } catch {
    precondition(error.code.status == 400, "a push is refused with \(error.code)")
    return
  }
  precondition(
    (1...SyncLimits.mutationsPerPushMax).contains(request.items.count), "a push has items")
  var taken: [Mutation] = []
  for item in request.items {
    precondition(item.id.utf8.count <= SyncLimits.clientIDCharactersMax, "an id is too long")
    guard case .success(let mutation) = item.content else { continue }
    taken.append(mutation)
    checkBody(of: mutation, in: request.domain)
  }
  guard !taken.isEmpty else { return }
  let written = PushRequest(domain: request.domain, device: request.device, mutations: taken).json
  do {
    let again = try PushRequest.read(written).items.map { try $0.content.get() }
    precondition(again == taken, "a push is written as another")
  } catch { fatalError("what we write is refused: \(error)") }
}

private func checkBody(of mutation: Mutation, in domain: Domain) {
  guard mutation.operation == .upsert else {
    precondition(mutation.body == RecordBody.tombstone, "a delete says nothing")
    return
  }
  do {
    let body = try RecordBody.read(mutation.body, domain: domain)
    precondition(body.canonical == mutation.body, "a body has two writings")
  } catch { fatalError("a body that was taken is refused: \(error)") }
}

/// What a Hub may answer to a device: pages, answers, heads and errors; each reads as it is written.
func fuzzAnswers(_ bytes: [UInt8]) {
  for domain in Domain.allCases {
    do {
      let page = try PullPage.read(bytes, domain: domain)
      let again = orFail { try PullPage.read(page.json, domain: domain) }
      precondition(again == page, "a page is written as another")
    } catch {}
    do {
      let answer = try PushAnswer.read(bytes, domain: domain)
      let again = orFail { try PushAnswer.read(answer.json, domain: domain) }
      precondition(again == answer, "an answer is written as another")
    } catch {}
  }
  do {
    if let head = try FeedHead.read(bytes) {
      precondition(orFail { try FeedHead.read(head.json) } == head, "a head differs")
    }
  } catch {}
  if let error = HubErrorBody(json: bytes) {
    precondition(HubErrorBody(json: error.json) == error, "an error is written as another")
  }
}

/// Statements that are signed: read, they are written so that they read as the same.
func fuzzStatements(_ bytes: [UInt8]) {
  do {
    let statement = try SessionStatement.read(bytes)
    precondition(
      orFail { try SessionStatement.read(statement.json) } == statement, "a statement differs")
  } catch {}
  do {
    let statement = try HubStatement.read(bytes)
    precondition(
      orFail { try HubStatement.read(statement.json) } == statement, "a statement differs")
  } catch {}
}

/// Ids, days and times: what is taken has one text, and reads as itself.
func fuzzNames(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  if let id = RecordID(text) {
    precondition(id.description == text, "an id is another")
    precondition(text.utf8.count <= RecordID.charactersMax, "an id is too long")
  }
  if let id = DeviceID(text) {
    precondition(id.description == text, "an id is another")
    precondition(DeviceID(bytes: id.bytes) == id, "an id's bytes are another's")
  }
  if let day = Day(text) {
    precondition(day.description == text, "a day has two texts")
    precondition(Day(number: day.number) == day, "a day's number is another's")
  }
  if let minute = Minute(text) {
    precondition(Minute(minute.description) == minute, "a minute is another")
  }
  if let milliseconds = ISOTime.milliseconds(of: text) {
    let written = ISOTime.text(ofMilliseconds: milliseconds)
    precondition(ISOTime.milliseconds(of: written) == milliseconds, "a time is another")
  }
  if let cursor = Cursor(digits: text) {
    precondition(Cursor(digits: cursor.description) == cursor, "a cursor is another")
  }
}

/// Ends the process where what we wrote ourselves is refused.
func orFail<Value>(_ read: () throws -> Value) -> Value {
  do { return try read() } catch {
    fatalError("what we write is refused: \(error)")
  }
}

/// Ends the process where what the targets know beforehand is not sound.
func orTrap<Value>(_ value: Value?) -> Value {
  guard let value else { fatalError("what is known is sound") }
  return value
}
