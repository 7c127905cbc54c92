/// One device with an app on it, as ``AppPromise`` uses it.
///
/// All devices of one check belong to one person and share a Hub and a clock. Records are known by small
/// numbers; what each says is the app's own business.
public protocol PromisingApp {
  /// Signs in and lets the account own the store, with all that is in it.
  func connect() async throws
  /// Makes the record of a number, as a person of this app would.
  func make(_ number: Int) async throws
  /// Changes what a record says that was made on this device, in a part that travels.
  func change(_ number: Int) async throws
  /// Deletes the record of a number, wherever it was made.
  func delete(_ number: Int) async throws
  /// Runs one pass; throws where it does not come to its end.
  func synchronize() async throws
  /// How many changes wait to be sent.
  func waiting() async throws -> Int
  /// What the store holds of what travels, one text for each record, the same on every device.
  func contents() async throws -> Set<String>
}

/// What an app has broken, in words for its author.
public struct BrokenAppPromise: Error, Equatable, CustomStringConvertible {
  public let promise: AppPromise
  public let description: String
}

/// What every app that synchronises keeps, to be tried on the app's own store and `applyChanges`.
///
/// Needs no test library: ``check(_:)`` throws ``BrokenAppPromise``, or what the app throws.
///
/// ```swift
/// @Test(arguments: AppPromise.allCases)
/// func `the app keeps what it promises of syncing`(promise: AppPromise) async throws {
///   try await promise.check { try await newDevice() }
/// }
/// ```
public enum AppPromise: String, CaseIterable, Sendable {
  /// A record that is made without a Hub is there, and is sent once the person has connected.
  case localFirst
  /// A record that was made on one device is on the other, saying the same.
  case recordArrives
  /// So is a change of it.
  case changeArrives
  /// A record that was deleted where it was made is gone on the other device.
  case deleteArrives
  /// A record that was deleted elsewhere is gone where it was made, and stays so.
  case deleteComesBack
  /// What two devices made apart from each other is on both.
  case bothAreKept
  /// Saving what came from elsewhere is no edit: nothing waits afterwards, and nothing moves.
  case savingIsNoEdit
  /// Deleting before anything was sent leaves nothing, here and there.
  case deletedUnsent

  /// Throws unless the app keeps this promise; `makeDevice` gives a device that is not connected.
  public func check<App: PromisingApp>(_ makeDevice: () async throws -> App) async throws {
    let (first, second) = (try await makeDevice(), try await makeDevice())
    if self == .localFirst {
      try await first.make(1)
      try require(try await first.contents().count == 1, "a record is not there without a Hub")
    }
    try await first.connect()
    try await second.connect()
    try await act(first, second)
    let contents = try await agree(first, second)
    try require(
      contents.count == countAtEnd, "\(contents.count) records are left, not \(countAtEnd)")
  }

  private func act(_ first: some PromisingApp, _ second: some PromisingApp) async throws {
    switch self {
    case .localFirst: return
    case .recordArrives: try await first.make(1)
    case .changeArrives:
      try await first.make(1)
      let before = try await agree(first, second)
      try await first.change(1)
      try await settle(first, second)
      try require(
        try await second.contents() != before, "a change did not come to the other device")
    case .deleteArrives, .deleteComesBack:
      try await first.make(1)
      try await first.make(2)
      _ = try await agree(first, second)
      try await (self == .deleteArrives ? first.delete(1) : second.delete(1))
    case .bothAreKept:
      try await first.make(1)
      try await second.make(2)
    case .savingIsNoEdit:
      try await first.make(1)
      try await first.synchronize()
      try await second.synchronize()
      try require(try await second.waiting() == 0, "what was saved from elsewhere waits to be sent")
    case .deletedUnsent:
      try await first.make(1)
      try await first.delete(1)
    }
  }

  private var countAtEnd: Int {
    switch self {
    case .localFirst, .recordArrives, .changeArrives, .deleteArrives, .deleteComesBack,
      .savingIsNoEdit:
      1
    case .bothAreKept: 2
    case .deletedUnsent: 0
    }
  }

  /// Synchronises until both are quiet and returns what both then hold.
  private func agree(
    _ first: some PromisingApp, _ second: some PromisingApp
  ) async throws -> Set<String> {
    try await settle(first, second)
    let contents = try await first.contents()
    try require(try await second.contents() == contents, "two devices do not hold the same")
    for device: any PromisingApp in [first, second] {
      try require(try await device.waiting() == 0, "something waits after everything was sent")
    }
    try await settle(first, second)
    try require(try await first.contents() == contents, "a pass without news changed the store")
    return contents
  }

  private func settle(_ first: some PromisingApp, _ second: some PromisingApp) async throws {
    for _ in 0..<2 {
      try await first.synchronize()
      try await second.synchronize()
    }
  }

  private func require(_ isKept: Bool, _ otherwise: String) throws(BrokenAppPromise) {
    guard !isKept else { return }
    throw BrokenAppPromise(promise: self, description: "\(rawValue): \(otherwise)")
  }
}
