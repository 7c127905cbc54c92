/// A stream of the Hub's as text, chunk by chunk.
struct TextStream {
  var chunks: AsyncStream<[UInt8]>.AsyncIterator

  mutating func next() async -> String? {
    guard let chunk = await chunks.next() else { return nil }
    return String(decoding: chunk, as: UTF8.self)
  }
}
