import PersonalSyncKit
import ToolboxCrypto
import ToolboxLocks
import ToolboxSecretService

/// Secrets in the desktop's keyring where there is an open one at sign-in, else in a file.
///
/// The file always is there and says which: ``SecretPlace``. It is decided when the first secret comes
/// and holds until the last one goes, so what is in a keyring is never looked for in the file, and a
/// keyring that is locked or gone ends no session. A change is made under the lock of the file, and so
/// is a look into the keyring: no process sees a moment between two places.
///
/// Blocks its thread for as long as the keyring takes, its ``Keyring/patience`` at most. Asks the person
/// nothing.
public struct SecretServiceTokenStore: TokenStore {
  /// The bus of the person's session, and whether new secrets may go to the keyring behind it.
  public struct Keyring: Sendable {
    public let busAddress: String
    /// What a person who looks into the keyring reads.
    public let label: String
    /// How long a keyring that does not answer is waited for.
    public let patience: Duration

    public init(busAddress: String, label: String, patience: Duration = .seconds(5)) {
      self.busAddress = busAddress
      self.label = label
      self.patience = patience
    }

    func open(mayStart: Bool) throws(SecretService.Failure) -> SecretService {
      try SecretService(at: busAddress, mayStart: mayStart, patience: patience)
    }
  }

  private let file: SecretFile
  private let lockPath: String
  private let keyring: Keyring?
  private let isFileWanted: Bool

  /// A store whose file is at `path`; without a `keyring` nothing new goes to one.
  ///
  /// `isFileWanted` is the person's word that the file shall keep the secrets: the next change takes
  /// them out of the keyring, or gives them up where it cannot be reached.
  public init(path: String, keyring: Keyring?, isFileWanted: Bool = false) {
    file = SecretFile(path: path)
    lockPath = path + ".lock"
    self.keyring = keyring
    self.isFileWanted = isFileWanted
  }

  public func load() throws(TokenStoreError) -> StoredSecrets {
    if case .file(let secrets, _) = try place() { return secrets }
    let lock = try hold()
    defer { withExtendedLifetime(lock) {} }
    return try secrets(at: try place())
  }

  public func update(_ change: (inout StoredSecrets) -> Void) throws(TokenStoreError) {
    let lock = try hold()
    defer { withExtendedLifetime(lock) {} }
    var place = SecretPlace.undecided
    var secrets = StoredSecrets()
    do throws(TokenStoreError) {
      place = try self.place()
      secrets = try self.secrets(at: place)
    } catch {
      let isGivenUp = isFileWanted && place.collection != nil
      guard error == .unreadable || isGivenUp else { throw error }
    }
    let before = secrets
    change(&secrets)
    guard secrets != before else { return }
    try keep(secrets, insteadOf: place)
  }

  // MARK: - Deciding

  private func keep(
    _ secrets: StoredSecrets, insteadOf place: SecretPlace
  ) throws(TokenStoreError) {
    switch place {
    case .keyring(let collection) where isFileWanted:
      try keepInFile(secrets, leftIn: collection)
    case .keyring(let collection):
      try keepInKeyring(secrets, collection)
    case .file(let old, let left):
      if old.isEmpty, !secrets.isEmpty, let open = openCollection(),
        left == nil || left == open
      {
        // Said before it is done: what a crash leaves in a keyring, the file knows of.
        try write(.keyring(open))
        try keepInKeyring(secrets, open)
      } else {
        try keepInFile(secrets, leftIn: left)
      }
    }
  }

  /// The collection for new secrets; nil where the file is the place for them.
  ///
  /// Starts no service: one that is not running has no open collection.
  private func openCollection() -> String? {
    guard let keyring, !isFileWanted else { return nil }
    do throws(SecretService.Failure) {
      return try keyring.open(mayStart: false).openDefaultCollection()
    } catch { return nil }
  }

  private func keepInKeyring(
    _ secrets: StoredSecrets, _ collection: String
  ) throws(TokenStoreError) {
    try inKeyring { (service, label) throws(SecretService.Failure) in
      if secrets.isEmpty {
        try service.remove(attributes, in: collection)
      } else {
        try service.store(secrets.json, label: label, attributes, in: collection)
      }
    }
    if secrets.isEmpty { try write(.undecided) }
  }

  /// Written before the keyring's are removed: what a crash leaves there is removed by the next change.
  private func keepInFile(
    _ secrets: StoredSecrets, leftIn left: String?
  ) throws(TokenStoreError) {
    try write(.file(secrets, leftIn: left))
    guard let left else { return }
    do throws(TokenStoreError) {
      try inKeyring { (service, _) throws(SecretService.Failure) in
        try service.remove(attributes, in: left)
      }
    } catch { return }
    try write(.file(secrets, leftIn: nil))
  }

  // MARK: - File and keyring

  /// Of this store alone, and without its path, which is nobody's business.
  private var attributes: SecretService.Attributes {
    let place = Hex.encode(SHA256.hash(file.path.utf8).prefix(16))
    return ["xdg:schema": "PersonalSync.Session", "place": place]
  }

  private func secrets(at place: SecretPlace) throws(TokenStoreError) -> StoredSecrets {
    switch place {
    case .file(let secrets, _): return secrets
    case .keyring(let collection):
      var bytes: [UInt8]?
      try inKeyring { (service, _) throws(SecretService.Failure) in
        bytes = try service.secret(attributes, in: collection)
      }
      guard let bytes else { return StoredSecrets() }
      return try StoredSecrets(json: bytes)
    }
  }

  private func inKeyring(
    _ body: (SecretService, String) throws(SecretService.Failure) -> Void
  ) throws(TokenStoreError) {
    do throws(SecretService.Failure) {
      guard let keyring else { throw .absent }
      try body(keyring.open(mayStart: true), keyring.label)
    } catch { throw .unavailable(code: error.code) }
  }

  private func hold() throws(TokenStoreError) -> FileLock {
    do { return try FileLock.hold(path: lockPath) } catch {
      throw .unavailable(code: error.code)
    }
  }

  private func place() throws(TokenStoreError) -> SecretPlace {
    let bytes: [UInt8]?
    do { bytes = try file.read() } catch { throw .unavailable(code: error.code) }
    guard let bytes else { return .undecided }
    return try SecretPlace(json: bytes)
  }

  private func write(_ place: SecretPlace) throws(TokenStoreError) {
    do throws(SecretFile.Failure) {
      if place.isUndecided { try file.remove() } else { try file.write(place.json) }
    } catch { throw .unavailable(code: error.code) }
  }
}
