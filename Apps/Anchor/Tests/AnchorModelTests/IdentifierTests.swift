import AnchorModel
import Testing

@Suite struct IdentifierTests {
  @Test func `a random id keeps its bits but for the version and the variant`() {
    let random: UInt128 = 0x0011_2233_4455_6677_8899_aabb_ccdd_eeff

    #expect(SessionID(random: random).description == "00112233-4455-4677-8899-aabbccddeeff")
    #expect(SessionID(random: .max).description == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    #expect(SessionID(random: 0).description == "00000000-0000-4000-8000-000000000000")
  }

  @Test func `an id from a digest is version 8 and needs 16 bytes`() {
    let digest = [UInt8](0..<32)

    #expect(SessionID(digest: digest)?.description == "00010203-0405-8607-8809-0a0b0c0d0e0f")
    #expect(SessionID(digest: Array(digest[..<15])) == nil)
  }

  @Test func `the text of an id reads back as the same id`() {
    let id = SessionID(random: 0x0123_4567_89ab_cdef_0123_4567_89ab_cdef)

    #expect(SessionID(id.description) == id)
  }

  @Test(arguments: [
    "", "0011223344554677889900aabbccddee", "00112233-4455-4677-8899-AABBCCDDEEFF",
    "00112233-4455-4677-8899-aabbccddeef", "00112233-4455-4677-8899-aabbccddeeff0",
    "0011223-34455-4677-8899-aabbccddeeff", "00112233-4455-4677-8899-aabbccddeefg",
    "{0112233-4455-4677-8899-aabbccddeef}", "00112233-4455-4677-8899-aabbccddeef-",
  ])
  func `a text that is not a lower-case UUID is refused`(text: String) {
    #expect(SessionID(text) == nil)
  }

  @Test func `ids order as their texts do`() {
    let ids = [sessionID(5), sessionID(1 << 100), sessionID(1 << 70), sessionID(0)]

    #expect(ids.sorted().map(\.description) == ids.map(\.description).sorted())
  }
}
