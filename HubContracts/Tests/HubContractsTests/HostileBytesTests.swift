import HubContracts
import Testing
import ToolboxJSON

@Suite struct HostileBytesTests {
  @Test(arguments: HostileTarget.all)
  func `a document with nothing hostile in it is read`(target: HostileTarget) {
    #expect(target.accepts(target.document(.none)))
  }

  @Test(arguments: HostileTarget.all, HostileShape.all)
  func `a hostile document is refused`(target: HostileTarget, shape: HostileShape) {
    #expect(!target.accepts(target.document(shape)))
  }

  @Test(arguments: HostileTarget.all)
  func `every beginning of a document is refused`(target: HostileTarget) {
    let document = target.document(.none)

    for length in document.indices {
      #expect(!target.accepts(Array(document.prefix(length))))
    }
  }
}

/// What comes out of a reader keeps its promises whatever went in.
@Suite struct ChangedBytesTests {
  static let golden = Sample.push.json

  @Test(arguments: 0..<4)
  func `a request with any one byte changed is read whole or refused`(quarter: Int) throws {
    var refused = 0
    var isRead = 0

    for index in stride(from: quarter, to: Self.golden.count, by: 4) {
      for byte in UInt8.min...UInt8.max where byte != Self.golden[index] {
        var changed = Self.golden
        changed[index] = byte
        if try Self.isRead(changed) { isRead += 1 } else { refused += 1 }
      }
    }

    // Another digit is another value; most other changes break the document or a rule.
    #expect(isRead > 0)
    #expect(refused > isRead)
  }

  @Test(arguments: UInt64(1)...200)
  func `a request with several changes of any kind is read whole or refused`(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)

    for _ in 0..<20 {
      var changed = Self.golden
      for _ in 0..<Int.random(in: 1...6, using: &chance) { Self.change(&changed, &chance) }
      _ = try Self.isRead(changed)
    }
  }

  private static func change(_ bytes: inout [UInt8], _ chance: inout SeededGenerator) {
    let place = Int.random(in: 0..<bytes.count, using: &chance)
    switch Int.random(in: 0..<5, using: &chance) {
    case 0: bytes.insert(UInt8.random(in: 0...255, using: &chance), at: place)
    case 1: bytes[place] = Array(#"{}[]",:\-.eE0/"#.utf8).randomElement(using: &chance) ?? 0
    case 2 where bytes.count > 8: bytes.removeSubrange(place..<min(place + 4, bytes.count))
    case 3:
      bytes.insert(contentsOf: bytes[place..<min(place + 40, bytes.count)], at: place)
    default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
    }
  }

  /// Whether all of the request is used; what is used is canonical and says the same again.
  private static func isRead(_ bytes: [UInt8]) throws -> Bool {
    let push: PushRequest
    do throws(RequestRefusal) { push = try PushRequest.read(bytes) } catch { return false }
    let mutations = push.items.compactMap { item in
      if case .success(let mutation) = item.content { mutation } else { nil }
    }
    guard mutations.count == push.items.count else { return false }
    let written = PushRequest(domain: push.domain, device: push.device, mutations: mutations).json
    let again = try PushRequest.read(written)
    #expect(again.json == written)
    return true
  }
}
