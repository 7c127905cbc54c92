import HubContracts
import Testing

@Suite struct ContractTableTests {
  @Test func `a type stands once in its domain, and no domain is without one`() {
    let names = ContractTable.all.map { "\($0.domain).\($0.type)" }

    #expect(Set(names).count == names.count)
    for contract in ContractTable.all {
      #expect(ContractTable.contract(domain: contract.domain, type: contract.type) != nil)
    }
    for domain in Domain.allCases {
      #expect(!ContractTable.contracts(of: domain).isEmpty)
      #expect(ContractTable.daySummary(of: domain)?.isDaySummary ?? true)
    }
  }

  @Test func `names are plain words, unique in their contract, and few`() {
    for contract in ContractTable.all {
      let names = contract.rules.map(\.name)

      #expect(Set(names).count == names.count)
      #expect(names.count <= 16)
      #expect(contract.type.allSatisfy { $0.isASCII && $0.isLetter }, "\(contract.type)")
      for name in names + [contract.type] {
        #expect(name.first?.isLowercase == true && name.utf8.count <= 32, "\(name)")
        #expect(name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }, "\(name)")
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
    var summaries: Set<Domain> = []
    for contract in ContractTable.all where contract.isDaySummary {
      print(
        "\(contract.domain) daySummary tells at most \((contract.bits * 10).rounded(.up) / 10) bits"
      )

      #expect(contract.bits <= ContractTable.daySummaryBitsMax)
      #expect(contract.bits > 0)
      #expect(contract.type == "daySummary")
      #expect(summaries.insert(contract.domain).inserted)
    }

    #expect(summaries == [.anchor, .calorie, .setline, .kith, .live, .asteroid])
  }

  @Test func `a type that is sealed whole tells nothing, and takes no fact`() throws {
    let sealed = ContractTable.all.filter(\.rules.isEmpty)

    #expect(sealed.count == 21)
    for contract in sealed {
      #expect(contract.bits == 0 && !contract.isDaySummary)
      #expect(try contract.read(facts: Array("{}".utf8)).isEmpty)
      #expect(throws: ContractViolation(.unknownField)) {
        try contract.read(facts: Array(#"{"kg":70}"#.utf8))
      }
    }
  }

  @Test func `a finished workout is frozen, and nothing else is`() {
    let frozen = ContractTable.all.filter(\.isContentFrozen)

    #expect(frozen.map { "\($0.domain).\($0.type)" } == ["setline.session"])
    for sample in RecordSample.all {
      #expect(
        ContractTable.freezes(sample.body, in: sample.contract.domain)
          == sample.contract.isContentFrozen, "\(sample.testDescription)")
    }
  }

  @Test func `what is sealed whole has its own type in Swift`() {
    let types: [any SealedType] =
      AnchorSealedType.allCases + CalorieSealedType.allCases + SetlineSealedType.allCases

    #expect(
      types.map { "\($0.contract.domain).\($0.contract.type)" }
        == ContractTable.all.filter(\.rules.isEmpty).map { "\($0.domain).\($0.type)" })
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
