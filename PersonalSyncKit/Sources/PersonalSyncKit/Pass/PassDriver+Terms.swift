import HubContracts
import ToolboxSQLite

/// What the Hub takes at present, and what may be offered to it again.
extension PassDriver {
  private static let retriedAtOnce = 100

  /// Notes what a page said about the Hub's contracts, where it is new.
  func note(_ contracts: ContractsDigest?) async throws(SyncError) {
    let (journal, domain) = (journal, domain)
    let known = try await reading { (transaction) throws(JournalError) in
      try inJournal { () throws(SQLiteError) in
        try journal.hubContracts(of: domain, transaction)
      }
    }
    guard known != contracts?.description else { return }
    try await saving { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in
        try inJournal { () throws(SQLiteError) in
          try journal.noteContracts(contracts, of: domain, transaction)
        }
      }
    }
  }

  /// Asks for the Hub's contracts where no page tells them and something was refused under others.
  func askForContracts() async throws(SyncError) {
    guard !handover.isImporting else { return }
    let (journal, domain) = (journal, domain)
    let isRefused = try await reading { (transaction) throws(JournalError) in
      try journal.hasQuarantined(domain, transaction)
    }
    guard isRefused else { return }
    let contracts = try await link.contracts()
    try await requireGrant()
    try await note(contracts)
  }

  /// Puts back what was refused under other contracts than those of now, in bounded transactions.
  func retryUnderNewTerms() async throws(SyncError) {
    let (journal, domain) = (journal, domain)
    while try await reading({ (transaction) throws(JournalError) in
      try journal.hasRetryable(domain, transaction)
    }) {
      try await saving { (transaction) throws(SyncError) in
        try inPass { () throws(JournalError) in
          try journal.retryUnderNewTerms(domain, limit: Self.retriedAtOnce, transaction)
        }
      }
    }
  }
}
