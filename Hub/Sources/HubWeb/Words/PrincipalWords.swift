import HubContracts
import WebInterface

/// The figure by which a domain's days are compared, in words.
struct PrincipalWords {
  let domain: Domain

  /// Such as "Focus".
  var name: String {
    switch domain {
    case .anchor: "Focus"
    case .calorie: "Energy"
    case .setline: "Training"
    case .kith: "Interactions"
    case .live: "Events"
    case .asteroid: "Done"
    case .habits, .journal, .sample: "Entries"
    }
  }

  /// What adds to it.
  var entries: String {
    switch domain {
    case .anchor, .setline: "sessions"
    case .calorie, .kith, .live, .habits, .journal, .asteroid, .sample: "entries"
    }
  }

  /// Such as "1 h 35 min" or "1,240 kcal".
  func text(_ amount: Int) -> String {
    switch domain {
    case .anchor, .setline: DurationWords.text(amount)
    case .calorie: "\(CountWords.grouped(amount)) kcal"
    case .kith: CountWords.text(amount, "interaction", "interactions")
    case .live: CountWords.text(amount, "event", "events")
    case .asteroid: "\(CountWords.grouped(amount)) done"
    case .habits, .journal, .sample: CountWords.text(amount, "entry", "entries")
    }
  }
}
