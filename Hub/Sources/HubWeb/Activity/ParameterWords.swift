import HubContracts
import HubCore
import WebInterface

/// What an action was asked with, in words; all of it, since nobody approves what is not shown.
struct ParameterWords {
  let proposal: ActionProposal
  let words: DateWords

  /// Such as "250 ml, today 14:05"; empty for an action that carries nothing.
  var html: HTML {
    guard let contract = proposal.name.contract else { return .empty }
    let values: [FactValue?]
    do throws(ContractViolation) {
      values = try contract.values(of: proposal.parameters)
    } catch { return "not readable" }
    let told = zip(contract.rules, values).compactMap { rule, value in
      value.map { text(rule.name, $0) }
    }
    return HTML(Array(told.map { [$0] }.joined(separator: [", "])))
  }

  private func text(_ name: String, _ value: FactValue) -> HTML {
    switch (name, value) {
    case ("minutes", .number(0)) where proposal.name == ActionName(.anchor, "startFocus"):
      "open end"
    case ("minutes", .number(let count)): HTML(CountWords.text(count, "minute", "minutes"))
    case ("ml", .number(let amount)): "\(CountWords.grouped(amount)) ml"
    case ("kcal", .number(let amount)): "\(CountWords.grouped(amount)) kcal"
    case ("theme", .choice(let word)): "theme \(RecordWords.choice(word).lowercased())"
    case (_, .choice(let word)): HTML(RecordWords.choice(word).lowercased())
    case (_, .day(let day)): "for \(words.html(day))"
    case (_, .instant(let minute)): words.html(milliseconds: minute.milliseconds)
    case (_, .ref), (_, .number), (_, .flag):
      "\(FactWords.name(name)) \(RecordWords.value(value))"
    }
  }
}
