import CLinux

/// What becomes of the memory of large bodies when they are done with.
public enum BodyMemory {
  /// Blocks from here on are the system's again as soon as they are freed, in bytes.
  static let givenBackFrom = 131_072

  /// Has this program give large blocks back to the system instead of keeping them for the next.
  ///
  /// The C library begins so, and stops at the first such block that is freed: from then on it keeps
  /// blocks of that size in heaps, which shrink only from their ends. For the whole program, and from
  /// any thread; once, before it serves.
  public static func giveBackAtOnce() {
    // Refused only where the size is out of its range.
    mallopt(M_MMAP_THRESHOLD, Int32(givenBackFrom))
  }
}
