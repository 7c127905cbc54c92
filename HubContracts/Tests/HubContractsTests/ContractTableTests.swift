import HubContracts
import Testing

@Suite struct ContractTableTests {
  @Test func `a type stands once in its domain, under an active product`() {
    let names = ContractTable.all.map { "\($0.domain).\($0.type)" }

    #expect(Set(names).count == names.count)
    for contract in ContractTable.all {
      #expect(ContractTable.contract(domain: contract.domain, type: contract.type) != nil)
      #expect(ContractTable.isKnown(contract.domain))
    }
    #expect(!ContractTable.isKnown(.asteroid))
  }

  @Test func `names are plain words, unique in their contract, and few`() {
    for contract in ContractTable.all {
      let names = contract.rules.map(\.name)

      #expect(Set(names).count == names.count)
      #expect(names.count <= 16)
      for name in names + [contract.type] {
        #expect(name.allSatisfy { $0.isASCII && $0.isLetter } && name.utf8.count <= 32, "\(name)")
      }
    }
  }

  @Test func `a choice has at most 32 words and a number can be written in its step`() {
    for rule in ContractTable.all.flatMap(\.rules) {
      switch rule.kind {
      case .choice(let words): #expect((2...32).contains(Set(words).count))
      case .number(let range, let step):
        #expect(range.lowerBound == 0 && step >= 1 && range.upperBound % step == 0)
      case .flag, .day, .instant, .ref: break
      }
    }
  }

  @Test func `a day summary tells at most 80 bits`() {
    var summaries = 0
    for contract in ContractTable.all where contract.isDaySummary {
      summaries += 1
      print(
        "\(contract.domain) daySummary tells at most \((contract.bits * 10).rounded(.up) / 10) bits"
      )

      #expect(contract.bits <= ContractTable.daySummaryBitsMax)
      #expect(contract.bits > 0)
      #expect(contract.type == "daySummary")
    }

    #expect(summaries > 0)
  }

  @Test func `the largest facts that a contract allows are read and fit a page`() throws {
    var facts = AnchorDaySummary()
    facts.focusedMinutes = .max
    facts.streak = .max
    let body = RecordBody(
      type: "daySummary", facts: AnchorDaySummary.contract.encode(facts),
      sealed: "v1." + String(repeating: "A", count: SyncLimits.sealedCharactersMax - 3)
    ).canonical

    let read = try RecordBody.read(body, domain: .anchor)

    #expect(read.canonical == body)
    #expect(try AnchorDaySummary.contract.decode(read.facts).streak == 400)
    #expect(body.count < SyncLimits.pageBytesMax / 10)
  }
}
