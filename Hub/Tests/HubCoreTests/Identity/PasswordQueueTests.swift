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
          await queue.run {
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

    let its = await PasswordQueue().run { YieldingThread.currentNiceness }

    #expect(its == min(own + 10, 19))
    #expect(YieldingThread.currentNiceness == own)
  }

  @Test func `who finds the queue full is refused at once and what it asked is not run`() async {
    let queue = PasswordQueue(atOnce: 1, waitingMax: 0)
    let outcome = Locked<[String]>([])

    // Asked from inside the one that runs, so that it cannot have ended.
    _ = await queue.run {
      queue.submit(
        { outcome.withLock { $0.append("run") } },
        orRefuse: { outcome.withLock { $0.append("refused") } })
    }

    #expect(outcome.withLock { $0 } == ["refused"])
    #expect(await queue.run { "run" } == "run")
  }

  @Test func `who is known finds room where strangers find none, and has no more than that`() async
  {
    let queue = PasswordQueue(atOnce: 1, waitingMax: 0, reservedMax: 1)
    let outcome = Locked<[String]>([])

    _ = await queue.run {
      for name in ["stranger", "known", "known too"] {
        queue.submit(
          isKnown: name != "stranger", { outcome.withLock { $0.append("\(name) ran") } },
          orRefuse: { outcome.withLock { $0.append("\(name) refused") } })
      }
    }
    _ = await queue.run(isKnown: true) {}

    #expect(outcome.withLock { $0 } == ["stranger refused", "known too refused", "known ran"])
  }
}
