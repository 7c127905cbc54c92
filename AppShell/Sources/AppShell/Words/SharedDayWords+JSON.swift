import HubContracts
import ToolboxJSON

extension SharedDayWords {
  /// The member `shared` of a day's JSON: each app's facts as its contract names them.
  public func write(to json: inout JSONWriter) {
    json.member("shared") { json in
      json.array(lines) { json, line in
        json.object { json in
          json.member("domain", line.day.domain.rawValue)
          json.member("facts", raw: line.day.facts)
          json.member("recordedAt", ISOTime.text(ofMilliseconds: line.day.recordedAtMilliseconds))
        }
      }
    }
  }
}
