import Dispatch

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Waits for the signals by which a program is asked to end.
enum StopSignals {
  /// Returns when SIGTERM or SIGINT has come; they no longer end the process by themselves.
  static func wait() async {
    let (stops, inbox) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let sources = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { inbox.yield() }
      source.resume()
      return source
    }
    for await _ in stops { break }
    for source in sources { source.cancel() }
  }
}
