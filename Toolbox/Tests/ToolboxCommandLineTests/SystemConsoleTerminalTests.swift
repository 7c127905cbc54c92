import Glibc
import Testing
import ToolboxLocks

@testable import ToolboxCommandLine

/// A pipe; both ends are closed with it.
private final class Pipe: Sendable {
  let reader: Int32
  let writer: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    close(reader)
    close(writer)
  }

  func received() -> String {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(reader, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}

/// A terminal as a person sits at it: what is typed into `keys` arrives at `screen`'s program.
private final class FakeTerminal: Sendable {
  let keys: Int32
  let program: Int32

  init() throws {
    keys = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    // As unlockpt and ptsname do, which Glibc's Swift module leaves out.
    var locked: Int32 = 0
    var number: UInt32 = 0
    try #require(ioctl(keys, 0x4004_5431, &locked) == 0)
    try #require(ioctl(keys, 0x8004_5430, &number) == 0)
    program = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(program >= 0)
  }

  deinit {
    close(keys)
    close(program)
  }

  /// What the terminal has shown, once that has `ending` in it; what came, if that never comes.
  ///
  /// A terminal shows in pieces: what was typed, and later what the program wrote.
  func shown(until ending: String) -> String {
    var shown: [UInt8] = []
    var next = pollfd(fd: keys, events: Int16(POLLIN), revents: 0)
    while !String(decoding: shown, as: UTF8.self).contains(ending), poll(&next, 1, 60_000) == 1 {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = read(keys, &bytes, bytes.count)
      guard count > 0 else { break }
      shown += bytes.prefix(count)
    }
    return String(decoding: shown, as: UTF8.self)
  }

  var showsWhatIsTyped: Bool {
    var settings = termios()
    tcgetattr(program, &settings)
    return settings.c_lflag & tcflag_t(ECHO) != 0
  }
}

/// Work on a thread of its own.
///
/// Not a task: the code under test blocks its thread, and on a machine of two cores two such tests
/// would leave no thread for the other side.
private final class OtherThread: Sendable {
  private let thread: pthread_t

  init(_ work: @escaping @Sendable () -> Void) {
    final class Work: Sendable {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    let work = Unmanaged.passRetained(Work(work))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, work.toOpaque())
    precondition(code == 0, "no thread")
    self.thread = thread
  }

  func join() {
    pthread_join(thread, nil)
  }
}

@Suite struct SystemConsoleWritingTests {
  @Test func `what is printed arrives whole`() throws {
    let (output, complaints) = (try Pipe(), try Pipe())
    let console = SystemConsole(output: output.writer, error: complaints.writer)

    console.print("grüße")
    console.complain("oh")

    #expect(output.received() == "grüße\n")
    #expect(complaints.received() == "oh\n")
    #expect(console.outputProblem == nil)
  }

  @Test func `a reader who left is no problem`() throws {
    let output = try Pipe()
    let console = SystemConsole(output: dup(output.writer))
    let gone = try Pipe()
    let lonely = SystemConsole(output: dup(gone.writer))
    close(gone.reader)

    lonely.print("anyone?")
    lonely.print("no")
    console.print("yes")

    #expect(lonely.outputProblem == nil)
    #expect(output.received() == "yes\n")
  }

  @Test func `a full disk is told in the system's words`() throws {
    let full = open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    defer { close(full) }
    let console = SystemConsole(output: full)

    console.print("x")

    #expect(console.outputProblem == "No space left on device")
  }

  @Test func `a descriptor that does not block is waited for`() throws {
    let output = try Pipe()
    _ = fcntl(output.writer, F_SETFL, O_NONBLOCK)
    let text = String(repeating: "0123456789", count: 20_000)
    let console = SystemConsole(output: output.writer)
    let total = Locked(0)
    let reading = OtherThread {
      while total.withLock({ $0 }) < text.utf8.count {
        let count = output.received().utf8.count
        total.withLock { $0 += count }
      }
    }

    console.write(text)
    reading.join()

    #expect(total.withLock { $0 } == text.utf8.count)
    #expect(console.outputProblem == nil)
  }
}

@Suite struct SystemConsoleAskingTests {
  private func console(reading text: String, _ pipe: Pipe) -> SystemConsole {
    _ = SystemConsole.write(Array(text.utf8), to: pipe.writer)
    return SystemConsole(input: pipe.reader, error: pipe.writer)
  }

  @Test func `lines are read one at a time and leave the rest`() throws {
    let pipe = try Pipe()
    let console = console(reading: "one\r\ntwo\nthree", pipe)

    #expect(console.readLine() == "one")
    #expect(console.readLine() == "two")
    #expect(pipe.received() == "three")
  }

  @Test func `a secret is read from a pipe without a prompt`() throws {
    let pipe = try Pipe()

    #expect(console(reading: "s3cret\nrest", pipe).readSecret("Password: ") == .entered("s3cret"))
    #expect(pipe.received() == "rest")
  }

  @Test func `a secret that is not text is told from none`() throws {
    let pipe = try Pipe()
    _ = SystemConsole.write([0xFF, 0xFE, 0x0A], to: pipe.writer)

    #expect(SystemConsole(input: pipe.reader).readSecret("") == .unreadable)
  }

  @Test func `nobody is asked where there is no terminal`() throws {
    let pipe = try Pipe()
    let console = console(reading: "y\n", pipe)

    #expect(!console.isInteractive)
    #expect(console.ask("Adopt?", saidYes: false) == .notAsked)
    #expect(console.ask("Adopt?", saidYes: true) == .yes)
  }

  @Test func `a terminal is asked and answers`() throws {
    let terminal = try FakeTerminal()
    let console = SystemConsole(input: terminal.program, error: terminal.program)
    _ = SystemConsole.write(Array("maybe\nYES\n".utf8), to: terminal.keys)

    #expect(console.isInteractive)
    #expect(console.ask("Adopt 412 records?", saidYes: false) == .yes)
    #expect(terminal.shown(until: "[y/N] ").contains("Adopt 412 records? [y/N] "))
  }

  @Test(
    arguments: [
      (["y"], .yes), (["Yes"], .yes), (["n"], .no), ([""], .no), ([], .no), (["x", "y"], .yes),
      (["x", "x", "x", "y"], .no),
    ] as [([String], YesNo)])
  func `only yes is yes`(typed: [String], answer: YesNo) {
    let console = ScriptedConsole(typing: typed, isInteractive: true)

    #expect(console.ask("Sure?", saidYes: false) == answer)
  }
}

@Suite(.serialized) struct TerminalSecretTests {
  /// Types once the terminal hides keys, as a person does who sees the prompt.
  private func secret(typing keys: String) throws -> (SecretAnswer, String) {
    let terminal = try FakeTerminal()
    let console = SystemConsole(input: terminal.program, error: terminal.program)
    let typing = OtherThread {
      while terminal.showsWhatIsTyped { sched_yield() }
      _ = SystemConsole.write(Array(keys.utf8), to: terminal.keys)
    }

    let answer = console.readSecret("Password: ")

    typing.join()
    #expect(terminal.showsWhatIsTyped)
    return (answer, terminal.shown(until: "\r\n"))
  }

  @Test(
    arguments: [
      ("s3cret\r", .entered("s3cret")), ("pass word\n", .entered("pass word")),
      ("abX\u{7F}c\n", .entered("abc")), ("aé\u{7F}b\n", .entered("ab")),
      ("wrong\u{15}right\n", .entered("right")), ("\n", .entered("")),
      ("half\u{3}", .cancelled), ("\u{4}", .cancelled),
    ] as [(String, SecretAnswer)])
  func `a secret is typed unseen`(keys: String, expected: SecretAnswer) throws {
    let (answer, shown) = try secret(typing: keys)

    #expect(answer == expected)
    #expect(shown.contains("Password: "))
    #expect(!shown.contains("s3cret") && !shown.contains("right") && !shown.contains("half"))
  }

  @Test func `an answer that comes with the question is not dropped`() throws {
    let terminal = try FakeTerminal()

    let answer = TerminalSecret(input: terminal.program).read {
      _ = SystemConsole.write(Array("pasted\r".utf8), to: terminal.keys)
    }

    #expect(answer == .entered("pasted"))
  }
}
