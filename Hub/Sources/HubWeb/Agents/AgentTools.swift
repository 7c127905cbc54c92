import HubContracts
import HubCore
import HubHTTP
import ToolboxHTTP
import ToolboxJSON

/// The tools of `/mcp`: each answers what a page of the Hub shows its owner, and nothing more.
struct AgentTools: Sendable {
  let parts: HubPages.Parts

  /// One for each scope.
  var all: [AgentTool] { [today, timeline, directory, activity, proposeAction] }

  private var today: AgentTool {
    let pages = TodayPages(parts: parts, site: .hub(isOverTLS: parts.address.primary.isTLS))
    return AgentTool(
      scope: .today, title: "Today",
      description: """
        What the person's apps say about the account's present day: for each app its state, the \
        figures of its day summary where there is one, and the last seven days; then the day's \
        records. What is absent is not known; it is not zero.
        """, arguments: []
    ) { _, agent in
      do throws(StorageError) {
        return .json(
          try await pages.today(of: agent.account, products: TodayService.dashboard).json)
      } catch { return .failure(error) }
    }
  }

  private var timeline: AgentTool {
    let routes = LifeRoutes(
      storage: parts.storage, clock: parts.clock, offset: parts.zones.offset)
    return AgentTool(
      scope: .timeline, title: "Timeline",
      description: """
        What happened, across the person's apps, newest first, page by page. Records have numbers \
        and times only: titles and notes never leave the person's own devices.
        """,
      arguments: LifeRoutes.eventsDescription.parameters.map { .optional($0.name, $0.schema) }
    ) { routed, _ in await routes.events(routed) }
  }

  private var directory: AgentTool {
    AgentTool(
      scope: .directory, title: "Directory",
      description: """
        Every product of the family: what it is for, whether it is active, how many devices have \
        it connected, how many records the Hub has of it, and when something last arrived.
        """, arguments: []
    ) { [parts] _, agent in
      do throws(StorageError) {
        let devices = try await parts.identity.deviceSessions(of: agent.account.number)
        let products = try await parts.directory.products(of: agent.account, devices: devices)
        return .json(Self.json(of: products))
      } catch { return .failure(error) }
    }
  }

  private var activity: AgentTool {
    AgentTool(
      scope: .activity, title: "Activity",
      description: """
        What was lately asked of the person's apps, by whom and what became of it; and what happened \
        around who gets in: sign-ins and refused ones, devices connected, passwords and passkeys \
        changed, each with its time and a shortened network address.
        """, arguments: []
    ) { [parts] _, agent in
      do throws(StorageError) {
        let asked = try await parts.actions.actions(of: agent.account.number).actions
        return .json(
          Self.json(
            of: try await parts.identity.securityEvents(of: agent.account), asked,
            nowMilliseconds: parts.clock.nowMilliseconds))
      } catch { return .failure(error) }
    }
  }

  // MARK: - Values that have no route of their own

  private static func json(of products: [ProductRecord]) -> [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("products") { json in
          json.array(products) { json, record in
            json.object { json in
              json.member("name", record.product.name)
              json.member("title", record.product.title)
              json.member("purpose", record.product.purpose)
              json.member("status", record.product.status.word)
              json.member("devices", record.devices.count)
              json.member("records", record.recordCount)
              if let arrived = record.newestArrivalMilliseconds {
                json.member("lastArrivalAt", ISOTime.text(ofMilliseconds: arrived))
              }
            }
          }
        }
      }
    }
  }

  private static func json(
    of events: [SecurityEvent], _ actions: [AskedAction], nowMilliseconds now: Int64
  ) -> [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("actions") { json in
          json.array(actions) { json, action in
            json.object { json in
              json.member("id", action.id.description)
              json.member("domain", action.name.domain.rawValue)
              json.member("action", action.name.action)
              json.member("state", action.state(at: now).rawValue)
              json.member("proposedBy", action.proposer.word)
              json.member("proposedAt", ISOTime.text(ofMilliseconds: action.proposedAtMilliseconds))
              if let refusal = action.outcome.refusal { json.member("reason", refusal.rawValue) }
            }
          }
        }
        json.member("events") { json in
          json.array(events) { json, event in
            json.object { json in
              json.member("kind", event.kind.rawValue)
              json.member("at", ISOTime.text(ofMilliseconds: event.atMilliseconds))
              json.member("network", event.network)
              if let method = event.method { json.member("method", method.rawValue) }
              if let client = event.client { json.member("client", client) }
              if event.times > 1 { json.member("times", event.times) }
            }
          }
        }
      }
    }
  }
}

extension Product.Status {
  /// Never renamed: programs read it.
  fileprivate var word: String {
    switch self {
    case .active: "active"
    case .absorbed: "absorbed"
    case .retired: "retired"
    case .sample: "sample"
    }
  }
}

extension Proposer {
  /// Never renamed: programs read it.
  fileprivate var word: String {
    switch self {
    case .person: "person"
    case .app: "app"
    case .agent: "agent"
    }
  }
}
