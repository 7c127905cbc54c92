import ToolboxJSON

/// An app as the shell runs it: its store, what it says about itself, and its own verbs and pages.
///
/// A value is one opened store.
public protocol App: Sendable {
  associatedtype Records: SyncedRecords

  static var profile: AppProfile { get }
  /// Shown by `--version`.
  static var version: String { get }
  /// One sentence for `--help`.
  static var summary: String { get }
  /// The verb that runs when nothing is typed after the name; nil: the help is shown.
  static var verbWithoutWords: String? { get }
  /// What the app does besides what all apps do.
  static var verbs: [AppVerb<Self>] { get }

  static func open(_ folder: StoreFolder, on machine: Machine) throws(StoreError) -> Self

  var store: AppStore { get }
  var records: Records { get }

  /// What stands first in `status`, before the Hub.
  func status() async throws(Trouble) -> Answer

  /// Takes back the last action.
  func undo() async throws(Trouble) -> Answer

  /// Does what has become due by the clock alone; called every few seconds while pages are served.
  func keepTime() async throws(Trouble)

  /// The app's pages, its entries in the navigation, and its scripts.
  func pages(on machine: Machine) -> AppPages
}

/// What a verb has to say: in words, and as one JSON value for `--json`.
public struct Answer: Sendable, Equatable {
  public let text: String
  public let json: [UInt8]

  public init(_ text: String, json: (inout JSONWriter) -> Void) {
    self.text = text
    self.json = JSONWriter.write(json)
  }

  /// Of a verb that has written what was asked for to standard output itself: nothing more is said.
  public static let isWritten = Answer()

  private init() {
    text = ""
    json = []
  }
}
