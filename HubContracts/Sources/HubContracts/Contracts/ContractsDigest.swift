/// Names a state of the contracts and limits: equal where the same records are taken.
///
/// Says nothing about which of two is newer. 64 bits of FNV-1a, which nobody gains by forging.
public struct ContractsDigest: Sendable, Hashable, CustomStringConvertible {
  private let number: UInt64

  /// Of the contracts and limits that this program was built with.
  public static let ofThisProgram = ContractsDigest(
    of: ContractTable.all, limits: SyncLimits.pushBytesMax, SyncLimits.sealedCharactersMax)

  init(of contracts: [RecordContract], limits: Int...) {
    let lines = contracts.map(\.fingerprintText) + limits.map(String.init)
    number = lines.joined(separator: "\n").utf8.reduce(0xCBF2_9CE4_8422_2325) { sum, byte in
      (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
  }

  /// Nil where `text` is not 16 digits of base 16 in lower case.
  public init?(utf8 text: ArraySlice<UInt8>) {
    guard text.count == 16 else { return nil }
    var number: UInt64 = 0
    for byte in text {
      switch byte {
      case 0x30...0x39: number = number << 4 | UInt64(byte - 0x30)
      case 0x61...0x66: number = number << 4 | UInt64(byte - 0x61 + 10)
      default: return nil
      }
    }
    self.number = number
  }

  /// 16 digits of base 16.
  public var description: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension RecordContract {
  /// All that decides what a record of this contract may be.
  fileprivate var fingerprintText: String {
    let rules = rules.map { "\($0.name) \($0.kind.fingerprintText) \($0.isRequired)" }
    return "\(domain.rawValue) \(type) \(isDaySummary) \(isContentFrozen): "
      + rules.joined(separator: ", ")
  }
}

extension FactKind {
  fileprivate var fingerprintText: String {
    switch self {
    case .flag: "flag"
    case .choice(let words): "choice \(words.joined(separator: "/"))"
    case .number(let range, let step): "\(range.lowerBound)...\(range.upperBound)/\(step)"
    case .day: "day"
    case .instant: "instant"
    case .ref: "ref"
    }
  }
}
