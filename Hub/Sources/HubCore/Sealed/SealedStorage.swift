import HubContracts

/// The signed lists of devices that share an account's details; each function is one transaction, as in
/// ``IdentityStorage``.
///
/// The Hub keeps entries in the order in which they came, and can neither read nor make one
/// (docs/protocol/sealed.md, "5.1 The directory").
public protocol SealedStorage: Sendable {
  /// The entries of a domain, oldest first; none before the words were made.
  func sealedDirectory(
    of domain: Domain, _ account: AccountNumber
  ) async throws(StorageError) -> SealedDirectoryPage

  /// The domains that have a directory, in the order of their numbers.
  func sealedDomains(of account: AccountNumber) async throws(StorageError) -> [Domain]

  /// Appends an entry if there are just as many before it as it says (compare-and-set).
  func append(
    _ entry: SealedDirectoryAppend, of account: AccountNumber
  ) async throws(StorageError) -> SealedDirectoryAnswer
}
