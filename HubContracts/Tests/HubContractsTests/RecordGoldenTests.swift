import HubContracts
import Testing

/// One golden file a domain, one record a line; frozen like every golden file.
@Suite struct RecordGoldenTests {
  @Test(arguments: Domain.allCases)
  func `each type of a domain is written as its golden lines`(domain: Domain) throws {
    let golden = try Fixture.wireLines("v2/records/\(domain.rawValue).jsonl")

    let written = RecordSample.all.filter { $0.contract.domain == domain }
      .map { String(decoding: $0.body, as: UTF8.self) }

    #expect(written == golden)
  }

  @Test func `every type has a golden line, in the order of the table`() {
    var types: [String] = []
    for sample in RecordSample.all where types.last != sample.testDescription {
      types.append(sample.testDescription)
    }

    #expect(types == ContractTable.all.map { "\($0.domain).\($0.type)" })
  }

  @Test(arguments: RecordSample.all)
  func `a golden record is read, and its Swift type loses nothing of it`(
    sample: RecordSample
  ) throws {
    let body = try RecordBody.read(sample.body, domain: sample.contract.domain)

    #expect(body.canonical == sample.body)
    #expect(RecordBody.type(ofCanonical: sample.body) == sample.contract.type)
    #expect(RecordBody.type(ofCanonical: RecordBody.tombstone) == nil)
    #expect(try sample.rewrite(body.facts) == body.facts)
  }

  @Test(arguments: RecordSample.all)
  func `a record is no record of another domain`(sample: RecordSample) {
    let others = Domain.allCases.filter {
      ContractTable.contract(domain: $0, type: sample.contract.type) == nil
    }

    #expect(!others.isEmpty)
    for domain in others {
      #expect(throws: RecordRefusal.unknownType) {
        try RecordBody.read(sample.body, domain: domain)
      }
    }
  }
}

@Suite struct RecordMutationTests {
  /// A detail's own bytes are tried by the tests of a whole request.
  @Test(arguments: RecordSample.fullest)
  func `facts with any one byte changed are read canonically or refused`(
    sample: RecordSample
  ) throws {
    let golden = try RecordBody.read(sample.body, domain: sample.contract.domain).facts
    var refused = 0

    for index in golden.indices {
      for byte in UInt8.min...UInt8.max where byte != golden[index] {
        var changed = golden
        changed[index] = byte
        do throws(ContractViolation) {
          let canonical = sample.contract.canonical(try sample.contract.read(facts: changed))
          let rewritten = try sample.rewrite(canonical)
          #expect(rewritten == canonical)
        } catch { refused += 1 }
      }
    }

    #expect(refused > golden.count * 128)
  }

  @Test(arguments: RecordSample.all)
  func `each fact refuses what is beyond its bounds and keeps what is at them`(
    sample: RecordSample
  ) throws {
    let contract = sample.contract

    for (index, rule) in contract.rules.enumerated() {
      guard case .number(let range, let step) = rule.kind else { continue }
      var values = try contract.read(
        facts: try RecordBody.read(sample.body, domain: contract.domain).facts)
      let reads = { (number: Int64) -> Bool in
        values[index] = .number(number)
        do { _ = try contract.read(facts: contract.canonical(values)) } catch { return false }
        return true
      }

      #expect(reads(range.lowerBound) && reads(range.upperBound) && reads(step), "\(rule.name)")
      for number in [range.lowerBound - step, range.upperBound + step, .max, .min] {
        #expect(!reads(number), "\(rule.name)")
      }
      if step > 1 { #expect(!reads(step - 1) && !reads(range.upperBound - 1), "\(rule.name)") }
    }
  }
}
