import HubContracts
import HubCore
import ToolboxJSON

extension Today {
  /// As `/v1/life/today` answers.
  var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("day", day.description)
        json.member("timeZone", clock.zone)
        json.member("start", span.lowerBound.description)
        json.member("end", span.upperBound.description)
        json.member("generatedAt", ISOTime.text(ofMilliseconds: nowMilliseconds))
        json.member("apps") { json in json.array(apps) { $1.write(to: &$0) } }
        json.member("timeline") { json in json.array(timeline) { $1.write(to: &$0) } }
        json.member("isTimelineWhole", !isTimelineCut)
        json.member("unreadableRecords", unreadableRecords)
      }
    }
  }
}

extension AppDay {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("app", product.name)
      json.member("state", stateName)
      json.member("devices", devices)
      if let attention { json.member("attention", raw: attention.json) }
      if case .today(let summary) = state { json.member("summary") { summary.write(to: &$0) } }
      json.member("week") { json in
        json.array(week) { json, past in
          json.object { json in
            json.member("day", past.day.description)
            if let summary = past.summary { json.member("summary") { summary.write(to: &$0) } }
          }
        }
      }
    }
  }

  /// Never renamed: programs read it.
  private var stateName: String {
    switch state {
    case .today: "today"
    case .nothingYet: "nothing_yet"
    case .notConnected: "not_connected"
    case .unavailable, .silent: "unavailable"
    case .asking: "asking"
    }
  }
}

extension DaySummary {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("facts", raw: facts)
      json.member("recordedAt", ISOTime.text(ofMilliseconds: recordedAtMilliseconds))
    }
  }
}

extension TimelineEntry {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("domain", domain.rawValue)
      json.member("type", type)
      json.member("id", record.description)
      json.member("facts", raw: facts)
    }
  }
}
