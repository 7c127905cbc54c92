/// An import that was planned and not carried out.
public struct PlannedImport: Sendable {
  public let preview: ImportPreview
  /// Adds everything in one transaction, as one action that `undo` takes back.
  ///
  /// Returns how many records were added; fewer than the preview said where some came in meanwhile.
  public let carryOut: @Sendable () async throws(Trouble) -> Int

  public init(
    _ preview: ImportPreview, carryOut: @escaping @Sendable () async throws(Trouble) -> Int
  ) {
    self.preview = preview
    self.carryOut = carryOut
  }
}

/// An app that reads files of other programs.
public protocol ImportingApp: App {
  /// The largest file that is read.
  static var importBytesMax: Int { get }

  /// Recognises the format by the file's content and plans; writes nothing.
  func planImport(_ file: [UInt8]) async throws(Trouble) -> PlannedImport
}
