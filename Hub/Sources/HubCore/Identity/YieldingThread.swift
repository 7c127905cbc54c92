import Glibc

/// A thread that gives way to all others of the machine, and ends with its work.
enum YieldingThread {
  /// How much nicer it is than its process; of a busy processor it then gets about a tenth.
  private static let niceness: Int32 = 10

  private static let ofThreads = Int32(PRIO_PROCESS.rawValue)

  /// How nice the calling thread is.
  static var currentNiceness: Int32 { getpriority(ofThreads, 0) }

  fileprivate static func giveWay() {
    // On Linux of this thread alone; where it is refused, the work is done all the same.
    setpriority(ofThreads, 0, currentNiceness + niceness)
  }

  /// - Returns: false, with `work` not run, where the system has no thread left.
  static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(Work(work))
    var thread = pthread_t()
    guard pthread_create(&thread, nil, yieldingThread, box.toOpaque()) == 0 else {
      box.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}

private final class Work: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// The thread's first function; here and not in a closure, which would inherit an isolation.
private func yieldingThread(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let box else { return nil }
  let work = Unmanaged<Work>.fromOpaque(box).takeRetainedValue()
  YieldingThread.giveWay()
  work.run()
  return nil
}
