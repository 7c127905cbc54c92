#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The folder in which one app keeps everything of one store.
///
/// It and all that is in it can be read by its owner alone.
public struct StoreFolder: Sendable, Equatable {
  /// The app's name; also that of its database.
  public let app: String
  public let path: String
  /// Whether the person named it.
  ///
  /// Then its permissions are the person's own business.
  public let isChosen: Bool

  public var databasePath: String { "\(path)/\(app).db" }
  /// Held during a pass, by one process at a time.
  public var lockPath: String { "\(path)/sync.lock" }
  /// The key of the local page's link.
  public var launchTokenPath: String { "\(path)/page.token" }
  public var backupsPath: String { "\(path)/backups" }

  public init(app: String, path: String, isChosen: Bool = true) {
    self.app = app
    self.path = path
    self.isChosen = isChosen
  }

  /// The folder the person asked for, else `$XDG_DATA_HOME/<app>`, else `~/.local/share/<app>`.
  ///
  /// A relative `XDG_DATA_HOME` is not valid and is passed over, as its standard demands.
  public static func find(
    app: String, asked: String?, environment: [String: String]
  ) throws(StoreError) -> StoreFolder {
    if let asked, !asked.isEmpty {
      let path = asked.count > 1 && asked.hasSuffix("/") ? String(asked.dropLast()) : asked
      return StoreFolder(app: app, path: path)
    }
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      return StoreFolder(app: app, path: "\(data)/\(app)", isChosen: false)
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { throw .noFolder }
    return StoreFolder(app: app, path: "\(home)/.local/share/\(app)", isChosen: false)
  }

  /// Makes the folder and an empty database file, both for their owner alone.
  ///
  /// The file is made here, because SQLite gives its companions the permissions that it has.
  public func prepare() throws(StoreError) {
    try Self.makeFolder(path)
    if !isChosen, chmod(path, 0o700) != 0 { throw unusable }
    let descriptor = open(databasePath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw unusable }
    close(descriptor)
  }

  func makeBackupsFolder() throws(StoreError) { try Self.makeFolder(backupsPath) }

  private var unusable: StoreError { .folderUnusable(path: path, errno: errno) }

  /// Makes the folder and those above it that are missing.
  static func makeFolder(_ path: String) throws(StoreError) {
    if mkdir(path, 0o700) == 0 { return }
    switch errno {
    case EEXIST: return
    case ENOENT:
      guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { break }
      try makeFolder(String(path[..<slash]))
      if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    default: break
    }
    throw .folderUnusable(path: path, errno: errno)
  }
}
