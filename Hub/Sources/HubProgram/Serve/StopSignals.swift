import Dispatch
import Glibc

/// Somebody asking the program to end: SIGTERM, SIGINT (Ctrl-C) or SIGHUP.
///
/// Safe because the sources are only made, kept and cancelled, and any thread may cancel one.
final class StopSignals: @unchecked Sendable {
  private let arrivals: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  /// Takes these signals: from its return on, none ends the process by itself and none is missed.
  static func take() async -> StopSignals {
    let numbers = [SIGTERM, SIGINT, SIGHUP]
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
      source.setRegistrationHandler { taken.yield(number) }
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
