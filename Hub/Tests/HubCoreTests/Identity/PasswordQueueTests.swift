import Testing
import ToolboxLocks

@testable import HubCore

@Suite struct PasswordQueueTests {
  @Test func `no more than two run at once and those who wait all have their turn (SIGN-11)`() async
  {
    let queue = PasswordQueue(atOnce: 2, waitingMax: 16)
    let running = Locked((now: 0, most: 0))

    let answers = await withTaskGroup(of: Int?.self) { group in
      for number in 0..<18 {
        group.addTask {
          await queue.run(for: .known("\(number)")) {
            running.withLock {
              $0.now += 1
              $0.most = max($0.most, $0.now)
            }
            defer { running.withLock { $0.now -= 1 } }
            return number
          }
        }
      }
      return await group.reduce(into: [Int]()) { answers, answer in
        if let answer { answers.append(answer) }
      }
    }

    #expect(answers.sorted() == Array(0..<18))
    #expect(running.withLock { $0.most } <= 2)
  }

  @Test func `what runs gives way to the threads that serve requests (SIGN-11)`() async {
    let own = YieldingThread.currentNiceness

    let its = await PasswordQueue().run(for: Self.ada) { YieldingThread.currentNiceness }

    #expect(its == min(own + 10, 19))
    #expect(YieldingThread.currentNiceness == own)
  }

  @Test func `who finds the queue full is refused at once and what it asked is not run`() async {
    let queue = PasswordQueue(atOnce: 1, waitingMax: 0)
    let outcome = Locked<[String]>([])

    // Asked from inside the one that runs, so that it cannot have ended.
    _ = await queue.run(for: Self.ada) {
      queue.submit(
        for: Self.stranger(), { outcome.withLock { $0.append("run") } },
        orRefuse: { outcome.withLock { $0.append("refused") } })
    }

    #expect(outcome.withLock { $0 } == ["refused"])
    #expect(await queue.run(for: Self.ada) { "run" } == "run")
  }

  @Test func `who is known finds room where strangers find none, and has no more than that`() async
  {
    let queue = PasswordQueue(atOnce: 1, waitingMax: 0, reservedMax: 1)

    let outcome = await outcome(
      of: queue,
      [("stranger", Self.stranger()), ("known", .known("5")), ("known too", .known("6"))])

    #expect(outcome == ["stranger refused", "known too refused", "known ran"])
  }

  @Test func `a flood of names from one network delays nobody from another (SIGN-11)`() async {
    let flood = (0..<40).map {
      ("flood", PasswordAsker.stranger(name: "name \($0)", network: "10.0.0.1"))
    }

    let outcome = await outcome(of: PasswordQueue(atOnce: 1), flood + [("Bob", Self.stranger())])

    #expect(outcome.filter { $0 == "flood refused" }.count == 25)
    #expect(outcome.first { $0.hasSuffix("ran") } == "Bob ran")
    #expect(outcome.filter { $0 == "flood ran" }.count == 15)
  }

  @Test func `a flood at one name from many networks delays no other name (SIGN-11)`() async {
    let flood = (0..<40).map {
      ("flood", PasswordAsker.stranger(name: "name ada", network: "10.0.\($0).1"))
    }

    let outcome = await outcome(of: PasswordQueue(atOnce: 1), flood + [("Bob", Self.stranger())])

    #expect(outcome.first { $0.hasSuffix("ran") } == "Bob ran")
    #expect(outcome.filter { $0 == "flood refused" }.count == 25)
  }

  @Test func `strangers at the person's own name do not come before the known browser (SIGN-11)`()
    async
  {
    let flood = (0..<16).map {
      ("flood", PasswordAsker.stranger(name: "name ada", network: "10.0.\($0).1"))
    }

    let outcome = await outcome(
      of: PasswordQueue(atOnce: 1), flood + [("Ada", .known("name ada"))])

    #expect(outcome.first == "Ada ran")
    #expect(!outcome.contains("flood refused"))
  }

  @Test func `whoever is signed in and floods takes no other's place (SIGN-11)`() async {
    let flood = (0..<100).map { _ in ("flood", PasswordAsker.known("number 7")) }

    let outcome = await outcome(
      of: PasswordQueue(atOnce: 1),
      flood + [("Bob", Self.stranger()), ("Ada", .known("number 1"))])

    #expect(outcome.filter { $0.hasSuffix("ran") }.prefix(2) == ["Ada ran", "Bob ran"])
    #expect(outcome.filter { $0 == "flood ran" }.count == 22)
  }

  @Test func `however many ask, no more than the places wait (SIGN-11)`() async {
    let queue = PasswordQueue(atOnce: 1, waitingMax: 16, reservedMax: 8)

    _ = await queue.run(for: Self.ada) {
      for number in 0..<1_000 {
        let asker =
          number % 2 == 0
          ? PasswordAsker.known("\(number)")
          : .stranger(name: "\(number)", network: "\(number)")
        queue.submit(for: asker, {}, orRefuse: {})
      }
      #expect(queue.load.waiting == 24)
    }
  }

  private static let ada = PasswordAsker.known("number 1")

  private static func stranger() -> PasswordAsker {
    .stranger(name: "name bob", network: "203.0.113.4")
  }

  /// What becomes of those who ask, in this order, while the queue's one place is taken.
  private func outcome(
    of queue: PasswordQueue, _ askers: [(String, PasswordAsker)]
  ) async -> [String] {
    let outcome = Locked<[String]>([])
    await withTaskGroup(of: Void.self) { group in
      let (ended, end) = AsyncStream.makeStream(of: Void.self)
      _ = await queue.run(for: .known("who comes first")) {
        for (name, asker) in askers {
          queue.submit(
            for: asker,
            {
              outcome.withLock { $0.append("\(name) ran") }
              end.yield()
            },
            orRefuse: {
              outcome.withLock { $0.append("\(name) refused") }
              end.yield()
            })
        }
      }
      group.addTask {
        var places = ended.makeAsyncIterator()
        for _ in askers { await places.next() }
      }
    }
    return outcome.withLock { $0 }
  }
}
