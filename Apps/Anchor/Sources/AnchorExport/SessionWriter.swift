import AnchorModel

/// Writes a file of sessions piece by piece: the head, each session, the tail.
package protocol SessionWriter: Sendable {
  func head() -> [UInt8]
  /// Empty where the format has no place for the session as it is.
  ///
  /// - Parameters:
  ///   - session: the next one.
  ///   - isFirst: whether nothing but the head stands before it.
  /// - Returns: what stands next in the file.
  func piece(_ session: FocusSession, isFirst: Bool) -> [UInt8]
  func tail() -> [UInt8]
}
