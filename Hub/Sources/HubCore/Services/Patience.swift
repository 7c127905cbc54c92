/// Waits for what is under way, but no longer than somebody who looks at a page.
struct Patience: Sendable {
  /// Returns when it is over, or the task is cancelled.
  let wait: @Sendable () async -> Void

  /// The task's value; nil where it takes longer, in which case the task goes on.
  func value<Value: Sendable>(of task: Task<Value, Never>) async -> Value? {
    let (first, ends) = AsyncStream<Value?>.makeStream(bufferingPolicy: .bufferingOldest(1))
    // Ends with the task that it watches.
    Task { ends.yield(await task.value) }
    let timer = Task {
      await wait()
      ends.yield(nil)
    }
    defer { timer.cancel() }
    for await value in first { return value }
    return nil
  }
}
