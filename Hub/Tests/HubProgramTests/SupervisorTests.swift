import Foundation
import Testing
import ToolboxLocks

@testable import HubProgram

/// Real processes, small ones; time is not waited for.
@Suite struct SupervisorTests {
  let folder = TemporaryFolder()
  let said = Locked<[String]>([])
  let pauses = Locked<[Duration]>([])
  let stop = AsyncStream.makeStream(of: Void.self)

  func script(_ name: String, _ text: String) throws -> ChildProgram {
    let path = folder.file(name)
    try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    return ChildProgram(name: name, path: path, arguments: ["one", "two words"])
  }

  func supervisor(hub: ChildProgram, apps: [ChildProgram]) -> Supervisor {
    Supervisor(
      hub: hub, apps: apps, isReady: { $0 == "ready" },
      machine: Supervisor.Machine(
        environment: ["COLOUR": "green", "PATH": "/usr/bin:/bin"],
        say: { line in
          said.withLock { $0.append(line) }
          if line == "[hub] last word" { stop.continuation.yield() }
        },
        stopRequest: { for await _ in stop.stream { return } },
        pause: { duration in
          pauses.withLock { $0.append(duration) }
          // The wait before killing is the only one of that length; it is cut short.
          if duration == .seconds(15) { await untilCancelled() }
        }, uptime: { .zero }))
  }

  func untilCancelled() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    await withTaskCancellationHandler {
      for await _ in stream {}
    } onCancel: {
      continuation.finish()
    }
  }

  var lines: [String] { said.withLock { $0 } }

  /// A Hub that ends when it is told to, and says so.
  static let endless = "trap 'echo ended; exit 0' TERM; echo ready; while :; do sleep 0.05; done"

  @Test func `what a child prints is shown under its name, with its arguments and environment`()
    async throws
  {
    let hub = try script("hub", #"echo "$COLOUR $1 $2"; echo trouble >&2; printf unfinished"#)

    let outcome = await supervisor(hub: hub, apps: []).run()

    #expect(outcome == .hubDidNotStart)
    #expect(lines == ["[hub] green one two words", "[hub] trouble", "[hub] unfinished"])
  }

  @Test func `a Hub that does not become ready ends the whole, apps are never started`()
    async throws
  {
    let hub = try script("hub", "exit 1")
    let app = try script("anchor", "echo started")

    #expect(await supervisor(hub: hub, apps: [app]).run() == .hubDidNotStart)
    #expect(lines.isEmpty)
  }

  @Test func `a Hub that dies is started again, and asking for the end ends all`() async throws {
    let mark = folder.file("second")
    let hub = try script(
      "hub",
      """
      trap 'echo ended; exit 0' TERM
      echo ready
      if [ -e '\(mark)' ]; then echo last word; while :; do sleep 0.05; done; fi
      : >'\(mark)'
      kill -9 $$
      """)
    var app = try script("anchor", Self.endless)
    app.note = "Its data is here."

    let outcome = await supervisor(hub: hub, apps: [app]).run()

    #expect(outcome == .stopped)
    #expect(lines.contains("[hub] It was ended by signal 9. Starting it again in 1.0 seconds."))
    #expect(lines.contains("[hub] ended"))
    #expect(lines.count { $0 == "[anchor] Its data is here." } == 1)
    #expect(pauses.withLock { $0.first } == .seconds(1))
  }

  @Test func `an app that keeps dying is left alone and the Hub goes on`() async throws {
    let mark = folder.file("given-up")
    let hub = try script(
      "hub",
      """
      trap 'echo ended; exit 0' TERM
      echo ready
      while [ ! -e '\(mark)' ]; do sleep 0.05; done
      echo last word
      while :; do sleep 0.05; done
      """)
    // Makes the ninth end visible to the Hub, which then asks for the end of all.
    let count = folder.file("count")
    let app = try script(
      "anchor",
      """
      echo x >>'\(count)'
      [ $(wc -l <'\(count)') -lt 9 ] || : >'\(mark)'
      exit 3
      """)

    let outcome = await supervisor(hub: hub, apps: [app]).run()

    #expect(outcome == .stopped)
    #expect(lines.count { $0.hasPrefix("[anchor] It ended with status 3. Starting") } == 8)
  }

  @Test func `a program that is not there is told and tried again`() async {
    let hub = ChildProgram(name: "hub", path: folder.file("none"), arguments: [])

    #expect(await supervisor(hub: hub, apps: []).run() == .hubDidNotStart)
  }
}

@Suite struct WelcomeLinkTests {
  func link(in lines: [String]) -> String? {
    var link = WelcomeLink()
    return lines.compactMap { link.read($0) }.first
  }

  @Test func `the set-up link is opened where there is one, else the Hub itself`() {
    let ready = "The Hub is ready: http://hub.localhost:1"
    let setup = "  http://hub.localhost:1/setup#t=code"
    let hint = "(Or open http://hub.localhost:1/setup and paste the code after #t= there.)"
    let last = RunningHub.lastWords + " 1b9f"

    #expect(link(in: [ready, setup, hint, last]) == "http://hub.localhost:1/setup#t=code")
    #expect(link(in: [ready, last]) == "http://hub.localhost:1")
    #expect(link(in: [ready, setup]) == nil)
  }
}
