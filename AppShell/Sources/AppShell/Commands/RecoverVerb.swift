import PersonalSyncKit
import ToolboxCommandLine

extension AppVerb {
  /// `recover`: rebuilds damaged bookkeeping of the sync from the records of the store.
  static var recover: AppVerb {
    AppVerb(
      "recover", "Rebuilds the bookkeeping of the sync when it is damaged.",
      details: """
        Stop \(Shown.profile.name) serve first. The store is copied byte for byte, then the \
        bookkeeping is made anew from its records. You sign in again, and the next sync compares \
        everything with the Hub: nothing is deleted anywhere. What only the bookkeeping held stays \
        in the copy alone: conflicts that were not decided, refused changes, the trash, and deletes \
        that were not sent.
        """,
      [Flag.yes]
    ) { (input, console, machine) throws(Trouble) in
      let folder = try Self.folder(input, machine)
      let writer = TroubleWriter(Shown.profile, folder: folder)
      guard try await Self.isDamaged(folder, machine, writer) else {
        throw Trouble(
          .refused, "recover.not_needed", "The bookkeeping of the sync is not damaged.",
          "Nothing was changed. How things stand: \(writer.command("status"))")
      }
      switch console.ask("Shall the bookkeeping be rebuilt?", saidYes: input[Flag.yes]) {
      case .yes: break
      case .no: throw writer.declined
      case .notAsked: throw writer.nobodyToAsk
      }
      return Self.answer(try Self.rebuild(folder, machine, writer), writer)
    }
  }

  private static func folder(
    _ input: CommandInput, _ machine: Machine
  ) throws(Trouble) -> StoreFolder {
    do throws(StoreError) {
      return try StoreFolder.find(
        app: Shown.profile.name, asked: input[SharedOptions.data],
        environment: machine.environment)
    } catch { throw TroubleWriter(Shown.profile).trouble(error) }
  }

  /// Whether the bookkeeping cannot be read, or a pass stopped because it could not; closes the store.
  private static func isDamaged(
    _ folder: StoreFolder, _ machine: Machine, _ writer: TroubleWriter
  ) async throws(Trouble) -> Bool {
    do throws(StoreError) {
      let store = try Shown.open(folder, on: machine).store
      let journal = store.journal
      let status = try await store.database.read { (transaction) throws(StoreError) in
        try inStore { () throws(JournalError) in try journal.syncStatus(transaction) }
      }
      return status.state == .damaged
        || status.failure?.code == JournalError.damaged(code: 0).code
    } catch {
      guard case .damaged = error else { throw writer.trouble(error) }
      return true
    }
  }

  private static func rebuild(
    _ folder: StoreFolder, _ machine: Machine, _ writer: TroubleWriter
  ) throws(Trouble) -> Recovery {
    let install = StateFolder.find(for: folder, on: machine).install(random: machine.random)
    do throws(SyncError) {
      return try Journal.recover(
        path: folder.databasePath, lockPath: folder.lockPath, install: install,
        random: machine.random, nowMilliseconds: machine.clock.nowMilliseconds
      ) { record, limit, transaction in
        try Shown.Records.current(after: record, limit: limit, transaction)
      }
    } catch {
      // Then it is not the bookkeeping alone.
      if case .journal(.damaged(let code)) = error {
        throw writer.trouble(StoreError.damaged(code: code))
      }
      throw writer.trouble(error)
    }
  }

  private static func answer(_ recovery: Recovery, _ writer: TroubleWriter) -> Answer {
    let records = recovery.queued == 1 ? "1 record" : "\(recovery.queued) records"
    return Answer(
      """
      Rebuilt. \(records) will be compared with the Hub; nothing is deleted anywhere.
      The store as it was is kept: \(recovery.copyPath)
      Sign in again with: \(writer.command("connect URL"))
      """
    ) { json in
      json.object { json in
        json.member("records", recovery.queued)
        json.member("copy", recovery.copyPath)
        json.member("isOwnerKnown", recovery.owner != nil)
      }
    }
  }
}
