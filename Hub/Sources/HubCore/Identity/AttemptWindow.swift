/// Lets a fixed number of attempts through in any span of a fixed length, for each key.
///
/// Pure; times are in milliseconds of any clock.
struct AttemptWindow<Key: Hashable & Sendable>: Sendable {
  let attemptsMax: Int
  let span: Int64
  /// A flood from more keys than that is refused as a whole, so that it cannot fill the memory.
  let keysMax: Int

  private var times: [Key: [Int64]] = [:]

  init(attemptsMax: Int, span: Int64, keysMax: Int = 4_096) {
    self.attemptsMax = attemptsMax
    self.span = span
    self.keysMax = keysMax
  }

  /// Counts an attempt and returns nil, or says how many milliseconds to wait and counts nothing.
  mutating func begin(_ key: Key, at now: Int64) -> Int64? {
    if let wait = wait(for: key, at: now) { return wait }
    times[key, default: []].append(now)
    return nil
  }

  /// How long `key` has to wait; nil where it need not.
  mutating func wait(for key: Key, at now: Int64) -> Int64? {
    let recent = (times[key] ?? []).filter { isRecent($0, at: now) }
    times[key] = recent.isEmpty ? nil : recent
    if recent.isEmpty, times.count >= keysMax {
      times = times.compactMapValues { past in
        let recent = past.filter { isRecent($0, at: now) }
        return recent.isEmpty ? nil : recent
      }
      if times.count >= keysMax { return span }
    }
    guard recent.count >= attemptsMax, let first = recent.first else { return nil }
    return first + span - now
  }

  /// Takes the newest attempt back: it was a right one, and only wrong ones count.
  mutating func withdraw(_ key: Key) { _ = times[key]?.popLast() }

  /// Times ahead of `now` are of a clock that was set back since; they are let go.
  private func isRecent(_ time: Int64, at now: Int64) -> Bool { (0..<span).contains(now - time) }
}
