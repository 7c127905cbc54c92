import Dispatch

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Somebody asking the program to end: SIGTERM or SIGINT (Ctrl-C).
///
/// Safe because the sources are only made, kept and cancelled, and any thread may cancel one.
final class StopSignals: @unchecked Sendable {
  private let arrivals: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  /// Takes these signals: from its return on, none ends the process by itself and none is missed.
  static func take() async -> StopSignals {
    let numbers = [SIGTERM, SIGINT]
    let (takings, taken) = AsyncStream.makeStream(of: Int32.self)
    let signals = StopSignals(numbers, taken)
    for await _ in takings.prefix(numbers.count) {}
    return signals
  }

  /// Dispatch takes a signal some time after it was asked to; `taken` is told of each.
  private init(_ numbers: [Int32], _ taken: AsyncStream<Int32>.Continuation) {
    let (arrivals, arrived) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.arrivals = arrivals
    sources = numbers.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setRegistrationHandler {
        #if canImport(Darwin)
          // There a signal acts by itself as well.
          signal(number, SIG_IGN)
        #endif
        taken.yield(number)
      }
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
