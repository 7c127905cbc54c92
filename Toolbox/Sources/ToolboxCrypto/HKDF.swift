import COpenSSL

/// HKDF with SHA-256 (RFC 5869): keys from a key.
///
/// Put together from OpenSSL's SHA-256: its own HKDF spends most of 7 µs on looking things up, and a
/// key is derived for every record.
public enum HKDF {
  /// `count` bytes, at most 255 × 32, from a secret that is not guessable; an empty salt is 32 zeros.
  public static func derive(
    _ count: Int, from secret: SecretBytes, salt: [UInt8] = [], info: [UInt8]
  ) -> SecretBytes {
    precondition((1...255 * SHA256.byteCount).contains(count), "HKDF has an end")
    return SecretBytes(count: count) { output in
      withUnsafeTemporaryAllocation(byteCount: 2 * SHA256.byteCount, alignment: 16) { scratch in
        let key = UnsafeMutableRawBufferPointer(rebasing: scratch[..<SHA256.byteCount])
        let block = UnsafeMutableRawBufferPointer(rebasing: scratch[SHA256.byteCount...])
        // What is longer than a block is hashed first (RFC 2104).
        (salt.count > HMACSHA256.blockByteCount ? SHA256.hash(salt) : salt).withUnsafeBytes {
          salt in
          secret.withUnsafeBytes { HMACSHA256.code(of: [$0], key: salt, into: key) }
        }
        expand(UnsafeRawBufferPointer(key), info, block, into: output)
        OPENSSL_cleanse(scratch.baseAddress, scratch.count)
      }
    }
  }

  private static func expand(
    _ key: UnsafeRawBufferPointer, _ info: [UInt8], _ block: UnsafeMutableRawBufferPointer,
    into output: UnsafeMutableRawBufferPointer
  ) {
    info.withUnsafeBytes { info in
      var number: UInt8 = 1
      for start in stride(from: 0, to: output.count, by: block.count) {
        let last = UnsafeRawBufferPointer(start == 0 ? .init(rebasing: block[..<0]) : block)
        withUnsafeBytes(of: number) {
          HMACSHA256.code(of: [last, info, $0], key: key, into: block)
        }
        let length = min(block.count, output.count - start)
        output[start..<start + length].copyBytes(from: block[..<length])
        number &+= 1
      }
    }
  }
}

/// HMAC with SHA-256 (RFC 2104, RFC 4231).
enum HMACSHA256 {
  static let blockByteCount = 64

  /// Writes the 32 bytes of the code; `key` has at most 64 bytes, `output` may be a part of the message.
  static func code(
    of pieces: [UnsafeRawBufferPointer], key: UnsafeRawBufferPointer,
    into output: UnsafeMutableRawBufferPointer
  ) {
    precondition(key.count <= blockByteCount && output.count == SHA256.byteCount, "HMAC of a key")
    let length = pieces.reduce(0) { $0 + $1.count }
    let room = blockByteCount + max(length, SHA256.byteCount)
    withUnsafeTemporaryAllocation(byteCount: room, alignment: 16) { memory in
      pad(key, with: 0x36, memory)
      var end = blockByteCount
      for piece in pieces {
        memory[end..<end + piece.count].copyBytes(from: piece)
        end += piece.count
      }
      SHA256.write(hashOf: .init(rebasing: memory[..<end]), to: output)
      pad(key, with: 0x5C, memory)
      end = blockByteCount + output.count
      memory[blockByteCount..<end].copyBytes(from: output)
      SHA256.write(hashOf: .init(rebasing: memory[..<end]), to: output)
      OPENSSL_cleanse(memory.baseAddress, memory.count)
    }
  }

  private static func pad(
    _ key: UnsafeRawBufferPointer, with mask: UInt8, _ memory: UnsafeMutableRawBufferPointer
  ) {
    for index in 0..<blockByteCount {
      memory[index] = (index < key.count ? key[index] : 0) ^ mask
    }
  }
}
