import Dispatch
import ToolboxLocks

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Somebody asking the program to end: SIGTERM, SIGINT (Ctrl-C) or SIGHUP.
///
/// What comes within a second is one asking: a terminal signals every process of a group, one of
/// which may pass it on to the others, and a service manager may do so besides.
///
/// Safe because the sources are only made, kept and cancelled, and any thread may cancel one.
public final class StopSignals: @unchecked Sendable {
  private static let oneAsking = Duration.seconds(1)

  private let arrivals: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  /// Takes these signals: from its return on, none ends the process by itself and none is missed.
  public static func take() async -> StopSignals {
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
    let asked = Locked<ContinuousClock.Instant?>(nil)
    sources = numbers.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setRegistrationHandler {
        #if canImport(Darwin)
          // There a signal acts by itself as well.
          signal(number, SIG_IGN)
        #endif
        taken.yield(number)
      }
      source.setEventHandler {
        let now = ContinuousClock.now
        let isAnother = asked.withLock { asked in
          if let last = asked, now - last < Self.oneAsking { return false }
          asked = now
          return true
        }
        if isAnother { arrived.yield() }
      }
      source.resume()
      return source
    }
  }

  deinit { for source in sources { source.cancel() } }

  /// Returns when the program is asked to end; called again, when it is asked once more.
  public func wait() async {
    for await _ in arrivals { break }
  }
}
