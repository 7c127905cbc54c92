import HubContracts

/// What the program that uses a journal knows, and its own rule for conflicts.
package struct Program: Sendable {
  package var vocabulary: Vocabulary
  package var resolve: ResolveConflict?
  /// The SQLite file system that its stores are on; nil is the system's own.
  package var vfs: String?

  package init(
    _ vocabulary: Vocabulary = .ofThisProgram, resolve: ResolveConflict? = nil,
    vfs: String? = nil
  ) {
    self.vocabulary = vocabulary
    self.resolve = resolve
    self.vfs = vfs
  }
}

/// What a program can read of records; another with each change of the contracts.
///
/// A value and not the table itself, so that a test can be an older program.
package struct Vocabulary: Sendable {
  package var digest: ContractsDigest
  package var read: @Sendable ([UInt8], Domain) throws(RecordRefusal) -> RecordBody
  package var freezes: @Sendable ([UInt8], Domain) -> Bool

  package init(
    digest: ContractsDigest,
    read: @escaping @Sendable ([UInt8], Domain) throws(RecordRefusal) -> RecordBody,
    freezes: @escaping @Sendable ([UInt8], Domain) -> Bool
  ) {
    self.digest = digest
    self.read = read
    self.freezes = freezes
  }

  package static let ofThisProgram = Vocabulary(
    digest: .ofThisProgram,
    read: { (body, domain) throws(RecordRefusal) in try RecordBody.read(body, domain: domain) },
    freezes: { ContractTable.freezes($0, in: $1) })
}
