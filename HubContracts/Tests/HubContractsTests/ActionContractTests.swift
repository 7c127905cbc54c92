import HubContracts
import Testing

/// The table of actions, and what they may carry (ACT-01, ACT-02).
@Suite struct ActionContractTests {
  @Test func `each action is written as its golden line, in the order of the table`() throws {
    let golden = try Fixture.wireLines("v2/actions.jsonl")

    let written = ActionSample.all.map {
      "\($0.testDescription) \(String(decoding: $0.parameters, as: UTF8.self))"
    }

    #expect(written == golden)
    var names: [String] = []
    for sample in ActionSample.all where names.last != sample.testDescription {
      names.append(sample.testDescription)
    }
    #expect(names == ActionTable.all.map { "\($0.domain).\($0.name)" })
  }

  @Test(arguments: ActionSample.all)
  func `golden parameters are read, and their Swift type loses nothing of them`(
    sample: ActionSample
  ) throws {
    #expect(try sample.contract.canonical(of: sample.parameters) == sample.parameters)
    #expect(try sample.rewrite(sample.parameters) == sample.parameters)
  }

  @Test(arguments: ActionSample.all)
  func `parameters with any one byte changed are read canonically or refused`(
    sample: ActionSample
  ) throws {
    for index in sample.parameters.indices {
      for byte in stride(from: UInt8.min, to: UInt8.max, by: 5)
      where byte != sample.parameters[index] {
        var changed = sample.parameters
        changed[index] = byte
        do throws(ContractViolation) {
          let canonical = try sample.contract.canonical(of: changed)
          #expect(try sample.rewrite(canonical) == canonical)
        } catch {
          #expect(error.field == nil || sample.contract.rules.contains { $0.name == error.field })
        }
      }
    }
  }

  @Test func `the risk of an action is what hub and people agreed on`() {
    let risky = ActionTable.all.filter { $0.risk != .low }

    #expect(Set(risky.map(\.name)) == ["exportLocal", "forgetHubData"])
    #expect(risky.filter { $0.risk == .high }.map(\.name).allSatisfy { $0 == "forgetHubData" })
  }

  @Test func `an action lives from two minutes to seven days`() {
    let minutes = ActionTable.all.map(\.lifetimeMinutes)

    #expect(minutes.allSatisfy { (2...ActionContract.lifetimeMinutesMax).contains($0) })
    #expect(StartFocus.action.contract.lifetimeMinutes == 2)
    #expect(ActionContract.lifetimeMinutesMax == 10_080)
  }

  @Test func `an action's name stands once in its domain, and only domains with an app have any`() {
    let names = ActionTable.all.map { "\($0.domain).\($0.name)" }

    #expect(Set(names).count == names.count)
    #expect(
      // Domains of other repositories (docs/decisions/0042) have what their branch gives them.
      Domain.allCases.filter { $0.number < 1_000 && ActionTable.actions(of: $0).isEmpty } == [
        .habits, .journal, .asteroid, .sample,
      ])
    #expect(ActionTable.all.filter(\.isInverseOnly).allSatisfy { $0.name == "takeBack" })
  }
}
