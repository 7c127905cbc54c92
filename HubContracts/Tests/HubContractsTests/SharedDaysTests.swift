import HubContracts
import Testing
import ToolboxJSON

/// What is shared between apps, as it travels; the golden line is frozen.
@Suite struct SharedDaysTests {
  static let setline = #"""
    {"sessions":0,"minutes":0,"workingSets":0,"tonnageKg":0,"records":0,"planned":true}
    """#

  static func day(_ domain: Domain, _ facts: String) -> SharedDay? {
    SharedDay(
      domain, Day(number: 20_787), facts: Array(facts.utf8),
      recordedAtMilliseconds: 1_796_027_400_000)
  }

  @Test func `an answer is written and read as its golden line`() throws {
    let golden = Array(try #require(try Fixture.wireLines("v2/shared-days.jsonl").first).utf8)
    let shared = SharedDays([.setline, .kith], [try #require(Self.day(.setline, Self.setline))])

    #expect(String(decoding: shared.json, as: UTF8.self) == String(decoding: golden, as: UTF8.self))
    #expect(try SharedDays.read(golden) == shared)
  }

  @Test func `figures keep the names and the order of their contract`() throws {
    let day = try #require(Self.day(.setline, Self.setline))

    #expect(
      day.figures.map(\.rule.name)
        == ["sessions", "minutes", "workingSets", "tonnageKg", "records", "planned"])
    #expect(day.figures.last?.value == .flag(true))
  }

  @Test(arguments: [#"{"sessions":-1}"#, #"{"note":"hello"}"#, "[]", ""])
  func `facts that break the contract are no day`(facts: String) {
    #expect(Self.day(.setline, facts) == nil)
    #expect(Self.day(.journal, "{}") == nil)
  }

  @Test func `a day of a domain that is not granted beside it is left out`() throws {
    let text =
      #"{"domains":["kith","new"],"days":[{"domain":"setline","day":"2026-11-30","#
      + #""facts":\#(Self.setline),"recordedAt":"2026-11-30T08:30:00.000Z"}]}"#

    #expect(try SharedDays.read(Array(text.utf8)) == SharedDays([.kith], []))
  }

  @Test func `any byte changed is read or refused, and never traps`() throws {
    let bytes = SharedDays(
      [.setline], [try #require(Self.day(.setline, Self.setline))]
    ).json
    var refused = 0
    for index in bytes.indices {
      for byte in stride(from: UInt8.min, to: UInt8.max, by: 3) where byte != bytes[index] {
        var changed = bytes
        changed[index] = byte
        do { _ = try SharedDays.read(changed) } catch { refused += 1 }
      }
    }

    #expect(refused > bytes.count)
  }

  @Test func `a scope is written and read alike, and an unknown one is none`() {
    let scopes = Fleet.products.flatMap { SharingScope.offered(to: $0.name) }

    #expect(scopes.count > 20)
    #expect(scopes.allSatisfy { SharingScope($0.description) == $0 })
    for text in [
      "", "summary.read:", "summary.read:mars", "action.propose:kith", "action.propose:kith.fly",
      "action.propose:kith.", "summary.write:kith",
    ] {
      #expect(SharingScope(text) == nil, "\(text)")
    }
  }

  @Test func `no app is offered its own domain, and none what needs more than a press`() {
    for product in Fleet.products {
      for scope in SharingScope.offered(to: product.name) {
        #expect(!product.domains.contains(scope.domain))
        guard case .propose(let name) = scope else { continue }
        #expect(name.contract?.risk == .low && name.contract?.isInverseOnly == false)
      }
    }
  }

  @Test(arguments: [
    ("focusedMinutes", "focused minutes"), ("proteinG", "protein, g"), ("kcal", "kcal"),
    ("birthdaysNext7", "birthdays next 7"), ("planned", "planned"), ("tonnageKg", "tonnage, kg"),
  ])
  func `names of the contracts become words`(name: String, words: String) {
    #expect(FactWords.name(name) == words)
  }
}
