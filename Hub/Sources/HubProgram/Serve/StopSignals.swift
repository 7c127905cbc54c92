import Dispatch
import Glibc

/// Waits for somebody to ask the program to end: SIGTERM, SIGINT (Ctrl-C) or SIGHUP.
enum StopSignals {
  /// Returns with the first of these signals; those after it change nothing.
  static func wait() async {
    let (signals, arrived) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let sources = [SIGTERM, SIGINT, SIGHUP].map { number in
      // Dispatch sees a signal only where its own action is switched off.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { arrived.yield() }
      source.resume()
      return source
    }
    for await _ in signals { break }
    for source in sources { source.cancel() }
  }
}
