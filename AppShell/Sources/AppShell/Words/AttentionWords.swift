import ToolboxJSON

/// The ``Matters`` of a store, in words and as JSON.
struct AttentionWords {
  let matters: Matters
  let zone: ZoneOffsets
  let nowMilliseconds: Int64

  static let nothing = "Nothing to look at."

  /// What a conflict is about: which side the store shows, and which is kept aside.
  func sides(_ conflict: Matters.Conflict) -> [(name: String, value: String)] {
    let (here, elsewhere) = ("From this device", "From another device")
    return [
      ("\(conflict.isAsideFromHere ? elsewhere : here), shown now", conflict.kept),
      ("\(conflict.isAsideFromHere ? here : elsewhere), kept aside", conflict.aside),
    ]
  }

  func since(_ milliseconds: Int64) -> String {
    LocalTime(milliseconds, in: zone).relative(toMilliseconds: nowMilliseconds)
  }

  func reason(_ refused: Matters.Refused) -> String {
    let place = refused.field.map { " of \($0)" } ?? ""
    let rule = refused.rule.map { " (\($0)\(place))" } ?? ""
    return "\(refused.code)\(rule)"
  }

  /// The list for a terminal; `command` says a command of this store as the person would type it.
  func text(command: (String) -> String) -> String {
    if matters.isEmpty { return Self.nothing }
    return (conflicts(command) + refused(command) + trash(command)).joined(separator: "\n")
  }

  private func conflicts(_ command: (String) -> String) -> [String] {
    matters.conflicts.flatMap { conflict in
      ["Conflict \(conflict.number), \(since(conflict.keptAtMilliseconds))"]
        + sides(conflict).map { "  \($0.name): \($0.value)" }
        + [
          "  Take the one kept aside:  \(command("attention --take-other \(conflict.number)"))",
          "  Keep the one shown:       \(command("attention --keep \(conflict.number)"))",
        ]
    }
  }

  private func refused(_ command: (String) -> String) -> [String] {
    if matters.refused.isEmpty { return [] }
    return ["Refused by the Hub, kept here:"]
      + matters.refused.map { "  \($0.what): \(reason($0))" }
      + ["  Change it, or send it again: \(command("attention --send-again"))"]
  }

  private func trash(_ command: (String) -> String) -> [String] {
    if matters.trashed.isEmpty { return [] }
    return ["In the trash, because the Hub no longer had it:"]
      + matters.trashed.map {
        "  \($0.reference)  \($0.what), deleted \(since($0.trashedAtMilliseconds))"
      } + ["  Bring one back: \(command("attention --bring-back ID"))"]
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("conflicts") { json in
        json.array(matters.conflicts) { json, conflict in
          json.object { json in
            json.member("number", Int(conflict.number))
            json.member("shown", conflict.kept)
            json.member("keptAside", conflict.aside)
            json.member("isAsideFromHere", conflict.isAsideFromHere)
            json.member("keptAtMilliseconds", conflict.keptAtMilliseconds)
          }
        }
      }
      json.member("refused") { json in
        json.array(matters.refused) { json, refused in
          json.object { json in
            json.member("what", refused.what)
            json.member("code", refused.code)
            if let field = refused.field { json.member("field", field) }
            if let rule = refused.rule { json.member("rule", rule) }
          }
        }
      }
      json.member("trash") { json in
        json.array(matters.trashed) { json, trashed in
          json.object { json in
            json.member("id", trashed.record.description)
            json.member("what", trashed.what)
            json.member("trashedAtMilliseconds", trashed.trashedAtMilliseconds)
          }
        }
      }
    }
  }
}
