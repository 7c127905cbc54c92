#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A value that any thread may use, one at a time.
///
/// For small values that are read and written synchronously; never held across `await`, and never
/// two at once. Not `Synchronization.Mutex`, which reports false races under ThreadSanitizer on
/// Linux.
public final class Locked<Value>: @unchecked Sendable {
  // Safe because `value` is touched only between lock and unlock of `mutex`, and values enter and
  // leave as `sending`.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  public init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    let result = pthread_mutex_init(mutex, nil)
    precondition(result == 0, "pthread_mutex_init failed")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` alone with the value; `body` must not block or take another lock.
  public func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
