import AnchorModel
import ToolboxJSON

/// Sessions with everything that the store knows of them, for keeping and for bringing back.
///
///     {"format":"anchor.sessions","version":1,"sessions":[
///     {"id":…},
///     {"id":…}
///     ]}
///
/// One line a session, so that a reader can say where something is wrong. Only the mark of an import
/// is left out: taking an import back is for the store that made it.
package struct JSONSessions: SessionWriter {
  package static let format = "anchor.sessions"
  package static let version: Int64 = 1

  package init() {}

  package func head() -> [UInt8] {
    Array(#"{"format":"\#(Self.format)","version":\#(Self.version),"sessions":["#.utf8)
  }

  package func piece(_ session: FocusSession, isFirst: Bool) -> [UInt8] {
    let row = JSONWriter.write { json in
      json.object { json in
        json.member("id", session.id.description)
        json.member("state", session.phase.code)
        json.member("startedAt", session.startedAt.iso)
        Self.writePhase(of: session, to: &json)
        json.member("focusedSeconds", session.bankedSeconds)
        json.member("plannedSeconds", session.plannedSeconds)
        json.member("title", session.words.title)
        json.member("tags") { json in
          json.array(session.words.tags) { json, tag in json.string(tag) }
        }
        json.member("notes", session.words.notes)
        json.member("pauses") { json in
          json.array(session.pauses) { json, pause in
            json.object { json in
              json.member("from", pause.from.iso)
              json.member("to", pause.to.iso)
            }
          }
        }
        json.member("isExact", session.detail == .full)
      }
    }
    return Array((isFirst ? "\n" : ",\n").utf8) + row
  }

  package func tail() -> [UInt8] { Array("\n]}\n".utf8) }

  private static func writePhase(of session: FocusSession, to json: inout JSONWriter) {
    switch session.phase {
    case .running(let since), .paused(let since): json.member("since", since.iso)
    case .finished(let end, let reason):
      json.member("endedAt", end.iso)
      if let reason { json.member("outcome", reason.rawValue) }
    case .openElsewhere: break
    }
  }
}
