/// The rows of a file whose first row names the columns.
///
///     var table = try CSVTable(bytes)
///     let day = table.column("Start date")
///     while let row = try table.next() { … }
///
/// Columns are told apart by their names and not by their places, because programs move and leave out
/// columns from version to version. Fields are separated by the one of `,`, `;` and tab that the first
/// row has most of.
public struct CSVTable {
  /// As the file writes them.
  public let columns: [String]
  private var reader: CSVReader
  private let places: [String: Int]

  /// - Parameter bytes: UTF-8 without a byte order mark.
  /// - Throws: where the first row cannot be read; a file of nothing has no columns.
  public init(_ bytes: [UInt8]) throws(CSVError) {
    reader = CSVReader(bytes, delimiter: Self.delimiter(of: bytes))
    columns = try reader.next()?.fields ?? []
    places = Dictionary(
      columns.enumerated().map { (Self.folded($1), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Where the column stands; upper case and blanks make no difference, and of two the first counts.
  public func column(_ name: String) -> Int? { places[Self.folded(name)] }

  /// The next row after the names; it may have more or fewer fields than there are columns.
  public mutating func next() throws(CSVError) -> CSVReader.Row? { try reader.next() }

  private static func folded(_ name: String) -> String {
    name.lowercased().filter { !$0.isWhitespace }
  }

  private static func delimiter(of bytes: [UInt8]) -> UInt8 {
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes.drop(while: { $0 == .lineFeed || $0 == .carriageReturn }) {
      if byte == .quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == .lineFeed || byte == .carriageReturn { break }
      counts[byte, default: 0] += 1
    }
    // Of as many the first: `max` would take the last.
    return candidates.reversed().max { counts[$0, default: 0] < counts[$1, default: 0] }
      ?? candidates[0]
  }
}
