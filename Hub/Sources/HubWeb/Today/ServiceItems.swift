import HubContracts
import HubCore
import WebInterface

/// What a service lists on its card, each with what can be done about it.
///
/// The Hub knows no titles: an item is named by its sort and its day.
struct ServiceItems {
  let items: [ServiceItem]
  let actions: AppActions
  let today: Day

  private struct Listed {
    let id: RecordID
    let facts: LiveItemFacts
  }

  /// Those that are items of Live; so far no other product is a service.
  private var listed: [Listed] {
    items.compactMap { item in
      guard item.type == LiveItemFacts.contract.record.type else { return nil }
      do throws(ContractViolation) {
        return Listed(id: item.id, facts: try LiveItemFacts.contract.decode(item.facts))
      } catch { return nil }
    }
  }

  var html: HTML {
    let listed = listed
    if listed.isEmpty { return .empty }
    return ul(.class("plain-list")) {
      for item in listed { li(entry(item)) }
    }
  }

  private func entry(_ item: Listed) -> HTML {
    let words = LiveItemWords(facts: item.facts, today: today)
    return div(.class("action-item")) {
      row {
        span(words.name)
        badge(words.status, item.facts.status == .done ? .good : .plain)
        for next in words.nextSteps {
          actions.button(
            "\(next.title)\(visuallyHidden(" \(words.name)"))",
            for: ActionName(.live, "setStatus"),
            [("item", item.id.description), ("status", next.status.rawValue)])
        }
      }
      if item.facts.status != .done, actions.offers(ActionName(.live, "setTargetDay")) {
        disclosure("Another day\(visuallyHidden(" for \(words.name)"))") {
          row {
            for day in words.nextDays {
              actions.button(
                HTML(day.title), for: ActionName(.live, "setTargetDay"),
                [("item", item.id.description), ("day", day.day.description)])
            }
          }
        }
      }
    }
  }
}

/// An item of Live, named by what the Hub may know of it.
struct LiveItemWords {
  let facts: LiveItemFacts
  let today: Day

  /// Such as "Concert, 5 December".
  var name: String {
    let sort = Self.sort(facts.category)
    guard let day = facts.targetDay else { return sort }
    return "\(sort), \(day == today ? "today" : DateWords.short(day))"
  }

  var status: HTML {
    switch facts.status {
    case .planned: "Planned"
    case .inProgress: "In progress"
    case .done: "Done"
    }
  }

  var nextSteps: [(title: String, status: LiveItemFacts.Status)] {
    switch facts.status {
    case .planned: [("Start", .inProgress), ("Done", .done)]
    case .inProgress: [("Done", .done)]
    case .done: []
    }
  }

  /// Days to which it can be moved with one press.
  var nextDays: [(title: String, day: Day)] {
    [
      ("Today", today), ("Tomorrow", today.adding(1)), ("In a week", today.adding(7)),
    ].filter { $0.1 != facts.targetDay }
  }

  static func sort(_ category: LiveItemFacts.Category) -> String {
    let word = category.rawValue
    return word.prefix(1).uppercased() + word.dropFirst()
  }
}
