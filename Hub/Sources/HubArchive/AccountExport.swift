import HubContracts
import HubCore
import ToolboxJSON

/// Everything that a Hub keeps for one account, for its person (LIFE-01).
///
/// Source: docs/protocol/archives.md, "Account".
public struct AccountExport: Sendable {
  static let accountPart = "account.json"
  static let recordFolder = "records"
  /// How many entries or actions are read at once.
  static let pageCount = 500

  /// Where all of it is.
  public typealias Storage = SyncStorage & ActionStorage & AuditStorage

  let account: Account
  let devices: [DeviceSession]
  let events: [SecurityEvent]
  let storage: any Storage
  let audit: AuditService
  let nowMilliseconds: Int64

  public init(
    account: Account, devices: [DeviceSession], events: [SecurityEvent],
    storage: any Storage, audit: AuditService, nowMilliseconds: Int64
  ) {
    self.account = account
    self.devices = devices
    self.events = events
    self.storage = storage
    self.audit = audit
    self.nowMilliseconds = nowMilliseconds
  }

  /// Writes the archive to `descriptor`, which stays the caller's; memory is bounded by a part.
  ///
  /// A record that changes meanwhile may be in it twice; then the later one is the newer.
  public func write(to descriptor: Int32, by hub: HubIdentity) async throws(ArchiveProblem) {
    let archive = try SignedArchiveWriter(
      .account, descriptor: descriptor, hub: hub, madeAtMilliseconds: nowMilliseconds)
    try archive.add("README.txt", Array(Self.readMe.utf8))
    try archive.add(Self.accountPart, accountJSON)
    try archive.add("contracts.json", ContractSchemas.json)
    try archive.add("devices.json", devicesJSON)
    try archive.add("events.json", eventsJSON)
    for domain in Domain.allCases { try await add(domain, to: archive) }
    try await addActions(to: archive)
    try await addAudit(to: archive)
    try archive.finish()
  }

  private func add(
    _ domain: Domain, to archive: SignedArchiveWriter
  ) async throws(ArchiveProblem) {
    var lines = PartedLines("\(Self.recordFolder)/\(domain.rawValue)", in: archive)
    var cursor = Cursor.start
    while true {
      let page = try await page(of: domain, after: cursor)
      for change in page.changes { try lines.add(change.json) }
      cursor = page.cursor
      if !page.hasMore { return try lines.finish() }
    }
  }

  private func page(
    of domain: Domain, after cursor: Cursor
  ) async throws(ArchiveProblem) -> PullPage {
    do throws(StorageError) {
      switch try await storage.pull(domain, after: cursor, isWhole: true, of: account.number) {
      case .page(let page): return page
      case .cursorExpired: preconditionFailure("a whole reading does not expire")
      }
    } catch { throw .storage(code: error.code) }
  }

  private var accountJSON: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("id", account.id.description)
        json.member("name", account.name)
        json.member("timeZone", account.timeZone)
      }
    }
  }

  private var devicesJSON: [UInt8] {
    JSONWriter.write { json in
      json.array(devices) { json, device in
        json.object { json in
          json.member("app", device.client)
          json.member("name", device.deviceName)
          json.member("document", device.document.description)
          json.member("connectedAt", ISOTime.text(ofMilliseconds: device.createdAtMilliseconds))
          json.member("seenAt", ISOTime.text(ofMilliseconds: device.lastSeenAtMilliseconds))
        }
      }
    }
  }

  private var eventsJSON: [UInt8] {
    JSONWriter.write { json in
      json.array(events) { json, event in
        json.object { json in
          json.member("kind", event.kind.rawValue)
          json.member("at", ISOTime.text(ofMilliseconds: event.atMilliseconds))
          json.member("network", event.network)
          json.member("times", event.times)
        }
      }
    }
  }

  private static let readMe = """
    Everything that a Hub keeps for one account, as numbers and times. What your apps wrote for your
    eyes only is the member "sealed" of a record: it opens with your apps' keys, which no Hub has.

    account.json      the account
    contracts.json    what each member of a record means, as JSON Schema
    records/          one record a line, as apps read them; "delete" is one that was deleted
    devices.json      what is connected
    events.json       what happened around signing in
    actions-1.ndjson  what apps were asked to do, and what came of it
    audit/            the chain of what happened to the account, and its newest signed checkpoint
    manifest.json     the SHA-256 of each of these, signed by the Hub in manifest.sig (Ed25519)

    "hub import" takes this file into another Hub, "hub audit verify --archive" checks its chain.

    """
}
