import CQRencode

/// A text as a QR code (ISO/IEC 18004), for a camera to read.
public struct QRCode: Sendable, Equatable {
  /// Modules along one side, without the quiet zone around them.
  public let side: Int
  /// Row by row from the top left; true is dark.
  private let modules: [Bool]

  /// The code of `text` with medium error correction; nil where it is empty, or too long for one.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty,
      let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M)
    else { return nil }
    defer { QRcode_free(code) }
    side = Int(code.pointee.width)
    // The lowest bit of each byte says whether the module is dark.
    modules = (0..<side * side).map { code.pointee.data[$0] & 1 == 1 }
  }

  /// - Precondition: both are 0 ..< ``side``.
  public func isDark(column: Int, row: Int) -> Bool {
    precondition((0..<side).contains(column) && (0..<side).contains(row), "outside of the code")
    return modules[row * side + column]
  }
}
