import ToolboxCrypto

/// The mark of a browser in which somebody signed in to an account before.
///
/// Its tries are counted apart, so that strangers cannot delay the person's own sign-in (SES-50).
/// Opens nothing: whoever has it still needs the password. Sealed, so that nobody makes one up, and
/// not stored.
struct KnownBrowser: Sendable, Equatable {
  private static let context = Array("hub-known-browser-v1".utf8)
  private static let idByteCount = 16

  let account: AccountNumber
  /// Random; tells two browsers apart.
  let id: [UInt8]

  init(of account: AccountNumber, random: some RandomBytes) {
    self.account = account
    id = random.bytes(Self.idByteCount)
  }

  /// The browser of a mark that this Hub made; nil for anything else.
  init?(mark: String, openedBy key: SealingKey) {
    guard mark.utf8.count <= 128, let sealed = Base64URL.decode(mark),
      let plain = key.open(sealed, context: Self.context), plain.count == Self.idByteCount + 8
    else { return nil }
    id = Array(plain.prefix(Self.idByteCount))
    account = AccountNumber(plain.suffix(8).reduce(0) { $0 << 8 | Int64($1) })
  }

  func mark(sealedBy key: SealingKey, random: some RandomBytes) -> String {
    let number = (0..<8).map { UInt8(truncatingIfNeeded: account.value >> Int64(56 - 8 * $0)) }
    return Base64URL.encode(key.seal(id + number, context: Self.context, random: random))
  }
}

extension IdentityService {
  /// A mark for a browser in which the account has just signed in, to be sent along with later tries.
  public func browserMark(of account: Account) -> String {
    KnownBrowser(of: account.number, random: random).mark(sealedBy: pepper, random: random)
  }
}
