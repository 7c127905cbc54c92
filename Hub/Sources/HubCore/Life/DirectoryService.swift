import HubContracts

/// Counts what the Hub has of an account, product by product and kind by kind.
///
/// Reads only.
public struct DirectoryService: Sendable {
  private let storage: any LifeStorage

  public init(storage: any LifeStorage) { self.storage = storage }

  /// Every product of the fleet, in its order, with what the account has of it; of the samples only
  /// those that it uses.
  ///
  /// `devices` are the account's live device sessions.
  public func products(
    of account: Account, devices: [DeviceSession]
  ) async throws(StorageError) -> [ProductRecord] {
    let counts = try await storage.counts(of: account.number)
    let arrivals = try await storage.newestArrivals(of: account.number)
    return Fleet.products.map { product in
      ProductRecord(
        product: product, devices: devices.filter { $0.client == product.name },
        records: product.domains.flatMap { domain in
          ContractTable.contracts(of: domain).map { contract in
            KindCount(
              contract: contract, count: counts[RecordKind(domain, contract.type)] ?? 0)
          }
        }, newestArrivalMilliseconds: product.domains.compactMap { arrivals[$0] }.max())
    }.filter { $0.product.status != .sample || !$0.devices.isEmpty || $0.recordCount > 0 }
  }

  /// How many records of each contract the account has, in the order of the table; of the samples only
  /// those that it has any of.
  public func kinds(of account: Account) async throws(StorageError) -> [KindCount] {
    let counts = try await storage.counts(of: account.number)
    return ContractTable.all.map {
      KindCount(contract: $0, count: counts[RecordKind($0.domain, $0.type)] ?? 0)
    }.filter { $0.count > 0 || Fleet.owner(of: $0.contract.domain)?.status != .sample }
  }

  /// The newest record of any of these kinds, by when it happened.
  public func newest(
    of kinds: [RecordKind], _ account: Account
  ) async throws(StorageError) -> Change? {
    try await storage.records(RecordQuery(kinds, limit: 1), of: account.number).first
  }

  /// Some of the account's records, newest first, and how many match.
  public func records(
    _ query: RecordQuery, of account: Account
  ) async throws(StorageError) -> (changes: [Change], total: Int) {
    let changes = try await storage.records(query, of: account.number)
    return (changes, try await storage.count(query, of: account.number))
  }
}

/// A product and what an account has of it.
public struct ProductRecord: Sendable {
  public let product: Product
  /// The account's devices that have it connected.
  public let devices: [DeviceSession]
  /// One for each contract of the product's domains.
  public let records: [KindCount]
  /// When something of it last reached the Hub, deletions counted; nil where nothing ever did.
  public let newestArrivalMilliseconds: Int64?

  public var recordCount: Int { records.reduce(0) { $0 + $1.count } }
}

/// How many records an account has of one kind.
public struct KindCount: Sendable {
  public let contract: RecordContract
  public let count: Int
}
