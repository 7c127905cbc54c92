import COpenSSL

/// Bytes of a key: in one place of memory, zeroed when nobody holds them any more; never printed.
///
/// An array would be copied, and each copy left behind in freed memory.
public final class SecretBytes: @unchecked Sendable, Equatable, CustomStringConvertible {
  // Safe because the memory is written by the initialisers and never after them.
  private let memory: UnsafeMutableRawBufferPointer

  public var count: Int { memory.count }
  public var description: String { "SecretBytes(redacted)" }

  /// - Precondition: `count` is at least 1; `fill` writes all of it.
  init(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
    precondition(count > 0, "a secret has bytes")
    memory = .allocate(byteCount: count, alignment: 16)
    fill(memory)
  }

  /// A copy of `bytes`, of which there is at least one; the caller's own stay as they are.
  public convenience init(_ bytes: [UInt8]) {
    self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
  }

  deinit {
    OPENSSL_cleanse(memory.baseAddress, memory.count)
    memory.deallocate()
  }

  /// Makes a secret of `count` random bytes.
  public static func random(_ count: Int, _ random: some RandomBytes) -> SecretBytes {
    var bytes = random.bytes(count)
    defer { bytes.wipe() }
    return SecretBytes(bytes)
  }

  /// A part as a secret of its own; it lies within this one and is not empty.
  public subscript(range: Range<Int>) -> SecretBytes {
    SecretBytes(count: range.count) { $0.copyBytes(from: memory[range]) }
  }

  /// The bytes in the open, for what is to be shown, sent or stored; ``Swift/Array/wipe()`` them.
  public func copied() -> [UInt8] { Array(memory) }

  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(memory))
  }

  /// Whether `bytes` are the same, in a time that depends on the lengths only.
  public func equals(_ bytes: [UInt8]) -> Bool {
    count == bytes.count && CRYPTO_memcmp(memory.baseAddress, bytes, count) == 0
  }

  /// In a time that depends on the lengths only.
  public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
    left.count == right.count
      && CRYPTO_memcmp(left.memory.baseAddress, right.memory.baseAddress, left.count) == 0
  }
}

extension [UInt8] {
  /// Overwrites every byte with zero, in a way that no compiler leaves out.
  ///
  /// Reaches this array's own memory: copies that were made of it stay as they are.
  public mutating func wipe() {
    withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { OPENSSL_cleanse(start, bytes.count) }
    }
  }
}
