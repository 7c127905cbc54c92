import HubContracts
import Testing
import ToolboxCrypto

@testable import PersonalSyncSealed

/// That this implementation computes what another one did, byte for byte.
@Suite struct VectorTests {
  let vectors: Vectors

  init() throws { vectors = try Vectors() }

  @Test func `words and root keys are each other's`() throws {
    for vector in try vectors.all("words") {
      let root = try #require(RootKey(secret: SecretBytes(try vector.bytes("root"))))

      #expect(root.words.joined(separator: " ") == (try vector.text("words")))
      #expect(try RootKey(typed: try vector.text("words")) == root)
    }
  }

  @Test func `words that are none are refused by name`() throws {
    for vector in try vectors.all("refusedWords") {
      let typed = try vector.text("typed")

      let code = try refusal { () throws(WordsFault) in
        _ = try RootKey(typed: typed)
      } code: {
        $0.code
      }

      #expect(code == (try vector.text("refusal")))
    }
  }

  @Test func `keys are derived from the root`() throws {
    for vector in try vectors.all("keys") {
      let scope = try vector.scope(of: vectors)
      let key = try vectors.root.domainKey(scope, epoch: try vector.epoch)

      #expect(key.secret.copied() == (try vector.bytes("key")))
      #expect(key.id.bytes == (try vector.bytes("id")))
      #expect(
        try vectors.root.directoryKey(scope).publicKey.bytes == vector.bytes("directoryKey"))
    }
  }

  @Test func `details of every size are sealed and opened`() throws {
    let scope = try vectors.scope(of: vectors)
    for vector in try vectors.all("details") {
      let key = try vectors.root.domainKey(scope, epoch: try vector.epoch)
      let place = try vector.place

      let sealed = try key.seal(
        try vector.detail, in: place, random: GivenBytes(try vector.bytes("salt")))

      #expect(Hex.encode(SHA256.hash(sealed.utf8)) == (try vector.text("sealedHash")))
      if vector.has("sealed") { #expect(sealed == (try vector.text("sealed"))) }
      #expect(
        try SealedEnvelope.associated(scope, vector.epoch, place) == vector.bytes("associated"))
      #expect(try SealedEnvelope(text: sealed).commitment == vector.bytes("commitment"))
      #expect(try key.open(sealed, in: place) == vector.detail)
    }
  }

  @Test func `details that are not ours, not whole or not here are refused by name`() throws {
    let usual = try vectors.all("details")[0].place
    var names: Set<String> = []
    for vector in try vectors.all("refusedDetails") {
      let epoch = vector.has("epoch") ? try vector.epoch : .first
      let key = try vectors.root.domainKey(try vector.scope(of: vectors), epoch: epoch)
      let place = RecordPlace(
        record: vector.has("record")
          ? try #require(RecordID(try vector.text("record"))) : usual.record,
        type: vector.has("type") ? try vector.text("type") : usual.type,
        modifiedAt: vector.has("modifiedAt")
          ? Stamp(milliseconds: try vector.number("modifiedAt")) : usual.modifiedAt)
      let (sealed, name) = (try vector.text("sealed"), try vector.text("name"))

      let code = try refusal { () throws(SealedFault) in
        _ = try key.open(sealed, in: place)
      } code: {
        $0.code
      }

      #expect(code == (try vector.text("refusal")), "\(name)")
      names.insert(code)
    }
    // A text that is too large is made in a test of its own, because it is large.
    #expect(names == Set(SealedFault.allCases.map(\.code)).subtracting(["sealed.too_large"]))
  }

  @Test func `a directory is read, and the same entries are signed`() throws {
    let vector = try vectors.one("directory")
    let scope = try vectors.scope(of: vectors)
    let entries = try vector.texts("entries").map { try #require(Hex.decode($0)) }
    let devices = try ["1", "2", "3"].map { digit in
      try vectors.device(Self.deviceID(digit))
    }

    let directory = try DeviceDirectory(
      bytes: entries.flatMap { UInt16($0.count).bigEndianBytes + $0 }, of: scope,
      trusting: try #require(VerifyingKey(bytes: try vector.bytes("trusted"))))
    var signed = DeviceDirectory(founding: scope, root: try vectors.root)
    try signed.add(devices[0].card, with: try vectors.root)
    try signed.add(devices[1].card, by: devices[0])
    try signed.remove(devices[0].device, by: devices[1])
    #expect(signed.isEpochDue)
    let key = try signed.beginEpoch(with: try vectors.root)
    try signed.add(devices[2].card, by: devices[1])

    #expect(signed.entries.map(\.bytes) == entries)
    #expect(signed.bytes == directory.bytes && signed == directory)
    #expect(directory.entries.map { Hex.encode($0.link) } == (try vector.texts("links")))
    #expect(
      directory.members.keys.map(\.description).sorted() == (try vector.texts("members")))
    #expect(directory.epoch == (try vector.epoch) && !directory.isEpochDue)
    #expect(directory.keyID(of: directory.epoch) == key.id)
    #expect(directory.members[devices[2].device]?.addedBy == .device(devices[1].device))
  }

  @Test func `a directory that breaks a rule is refused by name`() throws {
    let scope = try vectors.scope(of: vectors)
    var names: Set<String> = []
    for vector in try vectors.all("refusedDirectories") {
      let trusted = try VerifyingKey(
        bytes: vector.has("trusted")
          ? vector.bytes("trusted") : vectors.one("directory").bytes("trusted"))
      var head: DirectoryHead?
      if vector.has("seen") {
        let seen = try vector.one("seen")
        head = DirectoryHead(
          keptSize: UInt32(try seen.number("size")), link: try seen.bytes("link"))
      }
      let (bytes, name) = (try vector.bytes("bytes"), try vector.text("name"))
      let key = try #require(trusted)

      let code = try refusal { () throws(DirectoryFault) in
        _ = try DeviceDirectory(bytes: bytes, of: scope, trusting: key, seen: head)
      } code: {
        $0.code
      }

      #expect(code == (try vector.text("refusal")), "\(name)")
      names.insert(code)
    }
    #expect(names == Set(DirectoryFault.allCases.map(\.code)))
  }

  @Test func `wrapped keys open for their device`() throws {
    let directory = try directory()
    for vector in try vectors.all("wraps") {
      let keys = try vectors.device(try vector.text("device"))
      let key = try vectors.root.domainKey(directory.scope, epoch: try vector.epoch)

      let wrapped = try #require(
        WrappedKey(key, for: keys.card, random: GivenBytes(try vector.bytes("once"))))

      #expect(wrapped.bytes == (try vector.bytes("wrap")))
      #expect(try WrappedKey(bytes: wrapped.bytes).open(with: keys, from: directory) == key)
    }
  }

  @Test func `wraps for others, of others and of made-up keys are refused by name`() throws {
    let directory = try directory()
    var names: Set<String> = []
    for vector in try vectors.all("refusedWraps") {
      let keys = try vectors.device(try vector.text("device"))
      let (bytes, name) = (try vector.bytes("wrap"), try vector.text("name"))

      let code = try refusal { () throws(WrapFault) in
        _ = try WrappedKey(bytes: bytes).open(with: keys, from: directory)
      } code: {
        $0.code
      }

      #expect(code == (try vector.text("refusal")), "\(name)")
      names.insert(code)
    }
    #expect(names == Set(WrapFault.allCases.map(\.code)))
  }

  @Test func `a pairing goes through the same four messages to the same digits`() throws {
    let vector = try vectors.one("pairing")
    let directory = try directory(upTo: Int(try vector.number("trustedSees")))
    let keys = try vectors.device(try vector.text("newDevice"))
    let pairing = try #require(PairingID(try vector.text("pairing")))
    var new = NewDevicePairing(
      keys, in: directory.scope,
      random: GivenBytes(pairing.bytes, try vector.bytes("newNonce")))
    let device = try #require(DeviceID(try vector.text("trustedDevice")))
    let nonce = GivenBytes(try vector.bytes("trustedNonce"))
    var trusted = try #require(TrustedDevicePairing(device, in: directory, random: nonce))

    let offer = try PairingMessage(bytes: try vector.bytes("offer"))
    let commitment = try PairingMessage(bytes: try vector.bytes("commitment"))
    let answer = try PairingMessage(bytes: try vector.bytes("answer"))
    let reveal = try PairingMessage(bytes: try vector.bytes("reveal"))

    #expect(new.offer == offer)
    #expect(try trusted.receive(offer) == .send(commitment))
    #expect(try new.receive(commitment) == .send(answer))
    guard case .sendAndCompare(reveal, let left) = try trusted.receive(answer),
      case .compare(let right) = try new.receive(reveal)
    else { throw Vectors.Missing(key: "digits") }
    #expect(left == right)
    #expect("\(left)" == (try vector.text("digits")))
    #expect(trusted.confirm() == keys.card)
    #expect(new.confirm()?.head == directory.head)
  }

  static func deviceID(_ digit: String) -> String {
    let digits = { (count: Int) in String(repeating: digit, count: count) }
    return "\(digits(8))-\(digits(4))-4\(digits(3))-8\(digits(3))-\(digits(12))"
  }

  /// The directory of the vectors, or its first entries.
  private func directory(upTo count: Int? = nil) throws -> DeviceDirectory {
    let vector = try vectors.one("directory")
    let entries = try vector.texts("entries").map { try #require(Hex.decode($0)) }
    return try DeviceDirectory(
      bytes: entries.prefix(count ?? entries.count)
        .flatMap { UInt16($0.count).bigEndianBytes + $0 },
      of: try vectors.scope(of: vectors),
      trusting: try #require(VerifyingKey(bytes: try vector.bytes("trusted"))))
  }
}

/// The code of the fault that `body` ends with; empty where it ends well.
func refusal<Fault: Error>(
  _ body: () throws(Fault) -> Void, code: (Fault) -> String
) throws -> String {
  do throws(Fault) {
    try body()
    return ""
  } catch { return code(error) }
}
