import CSpawn
import Foundation
import Glibc

/// How a child ended.
enum ChildEnding: Sendable, Equatable {
  case exited(Int32)
  case killed(signal: Int32)
  /// It was never run; errno says why.
  case notStarted(errno: Int32)
}

/// Runs one child from its start to its end.
enum ChildRun {
  /// What is said about the child while it runs; called on the child's own thread.
  struct Reports: Sendable {
    /// With the child's process id, before anything else.
    let started: @Sendable (pid_t) -> Void
    /// With each line that the child prints, without its line feed.
    let line: @Sendable (String) -> Void
    /// The child has ended, and its id may be another's once this returns.
    let ended: @Sendable () -> Void
  }

  /// Returns when the child has ended and all it printed was reported.
  ///
  /// The child has a thread of its own, which lives exactly as long: the kernel ends the child with
  /// the thread that started it.
  static func run(
    _ program: ChildProgram, environment: [String: String], _ reports: Reports
  ) async -> ChildEnding {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: runHere(program, environment, reports))
      }
    }
  }

  private static func runHere(
    _ program: ChildProgram, _ environment: [String: String], _ reports: Reports
  ) -> ChildEnding {
    var ends: [Int32] = [0, 0]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { return .notStarted(errno: errno) }
    let (readEnd, writeEnd) = (ends[0], ends[1])
    let child = spawn(program, environment, output: writeEnd)
    let failure = errno
    close(writeEnd)
    guard child > 0 else {
      close(readEnd)
      return .notStarted(errno: failure)
    }
    reports.started(child)
    readLines(from: readEnd, reports.line)
    close(readEnd)
    return reap(child, reports.ended)
  }

  private static func spawn(
    _ program: ChildProgram, _ environment: [String: String], output: Int32
  ) -> pid_t {
    var arguments = ([program.path] + program.arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    return cspawn_tied(program.path, &arguments, &variables, output)
  }

  private static func readLines(from descriptor: Int32, _ report: (String) -> Void) {
    // A longer line is reported in pieces, so that a child cannot fill our memory.
    let lineBytesMax = 65_536
    var buffer = [UInt8](repeating: 0, count: 4_096)
    var line: [UInt8] = []
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      for byte in buffer.prefix(count) {
        if byte != UInt8(ascii: "\n") { line.append(byte) }
        if byte == UInt8(ascii: "\n") || line.count == lineBytesMax {
          report(String(decoding: line, as: UTF8.self))
          line.removeAll(keepingCapacity: true)
        }
      }
    }
    if !line.isEmpty { report(String(decoding: line, as: UTF8.self)) }
  }

  /// Waits for the child, says that it has ended while its id is still its own, then lets it go.
  private static func reap(_ child: pid_t, _ ended: () -> Void) -> ChildEnding {
    var details = siginfo_t()
    while waitid(P_PID, id_t(child), &details, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    ended()
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
  }
}
