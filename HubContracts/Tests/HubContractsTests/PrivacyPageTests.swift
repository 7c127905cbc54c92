import HubContracts
import Testing
import ToolboxJSON

/// docs/protocol/privacy.md is written by hand; these keep it true.
@Suite struct PrivacyPageTests {
  @Test func `every contract is on the page with its facts and bits, and no other is`() throws {
    let domains = Set(Domain.allCases.map { "`\($0.rawValue)`" })
    let rows = try Fixture.tableRows(ofProtocolPage: "privacy.md").filter { cells in
      cells.first.map(domains.contains) ?? false
    }

    #expect(
      rows
        == ContractTable.all.map { contract in
          [
            "`\(contract.domain.rawValue)`", "`\(contract.type)`",
            Self.text(of: contract.rules), Self.decimal(contract.bits),
            contract.sealedParts.isEmpty ? "–" : contract.sealedParts.joined(separator: ", "),
          ]
        })
  }

  @Test func `every reason of a refusal is on the page`() throws {
    let words = try Fixture.tableRows(ofProtocolPage: "privacy.md").compactMap(\.first)

    for reason in ContractViolation.Reason.allCases {
      #expect(words.contains("`\(reason.rawValue)`"))
    }
  }

  @Test func `the limits on the page are those of the code`() throws {
    let page = try Fixture.protocolPage("privacy.md").joined(separator: " ")

    #expect(page.contains("at most \(Self.grouped(Int64(SyncLimits.sealedCharactersMax))) char"))
    #expect(page.contains("At most \(Self.grouped(Int64(SyncLimits.pushBytesMax))) bytes"))
    #expect(
      page.contains(", \(JSONLimits().depth) levels and \(JSONLimits().membersPerObject) members"))
    #expect(page.contains("at or below \(Int(ContractTable.daySummaryBitsMax)) bits"))
  }

  fileprivate static func text(of rules: [FactRule]) -> String {
    rules.isEmpty ? "–" : rules.map(text).joined(separator: " · ")
  }

  private static func text(of rule: FactRule) -> String {
    "`\(rule.name)`\(rule.isRequired ? "" : "?") \(text(of: rule.kind))"
  }

  private static func text(of kind: FactKind) -> String {
    switch kind {
    case .flag: "flag"
    case .choice(let words): words.joined(separator: "/")
    case .number(let range, let step):
      "\(range.lowerBound)…\(grouped(range.upperBound))" + (step == 1 ? "" : " step \(step)")
    case .day: "day"
    case .instant: "instant"
    case .ref: "ref"
    }
  }

  /// One digit behind the point, rounded up.
  fileprivate static func decimal(_ bits: Double) -> String {
    let tenths = Int((bits * 10).rounded(.up))
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Thousands parted by commas, as the page writes numbers.
  private static func grouped(_ number: Int64) -> String {
    number < 1_000
      ? "\(number)"
      : grouped(number / 1_000) + "," + String(String(1_000 + number % 1_000).dropFirst())
  }
}

extension PrivacyPageTests {
  @Test func `every action is on the page with its parameters, bits, risk and life`() throws {
    let names = Set(ActionTable.all.map { "`\($0.name)`" })
    let rows = try Fixture.tableRows(ofProtocolPage: "privacy.md").filter { cells in
      cells.count == 6 && cells.first.map(names.contains) ?? false
    }

    #expect(
      rows
        == ActionTable.all.map { action in
          [
            "`\(action.name)`", "`\(action.domain.rawValue)`", Self.text(of: action.rules),
            Self.decimal(action.bits), action.risk.rawValue, Self.life(action.lifetimeMinutes),
          ]
        })
  }

  private static func life(_ minutes: Int64) -> String {
    minutes >= 24 * 60 ? "\(minutes / (24 * 60)) d" : "\(minutes) min"
  }
}
