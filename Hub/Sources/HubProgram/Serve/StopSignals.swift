import Dispatch
import Glibc

/// Somebody asking the program to end: SIGTERM, SIGINT (Ctrl-C) or SIGHUP.
///
/// Safe because the sources are only made, kept and cancelled, and any thread may cancel one.
final class StopSignals: @unchecked Sendable {
  private let arrivals: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  /// Takes these signals from now on: none ends the process any more, not even one that comes before
  /// anybody waits.
  init() {
    let (arrivals, arrived) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.arrivals = arrivals
    sources = [SIGTERM, SIGINT, SIGHUP].map { number in
      // Dispatch sees a signal only where its own action is switched off.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { arrived.yield() }
      source.resume()
      return source
    }
  }

  /// Returns with the first of these signals; those after it change nothing.
  func wait() async {
    for await _ in arrivals { break }
    for source in sources { source.cancel() }
  }
}
