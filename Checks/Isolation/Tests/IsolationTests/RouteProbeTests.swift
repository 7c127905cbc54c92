import HubContracts
import HubHTTP
import HubTesting
import Testing
import ToolboxHTTP

/// Every route with another account's ids: from the route table, so that none is forgotten.
@Suite struct RouteProbeTests {
  /// Devices first: a person's probe may disconnect their own.
  enum Attacker: String, CaseIterable, Sendable {
    case ownersDevice, guestsDevice, ownersAgent, owner, guest, nobody
  }

  static let keys = Probes.all.keys.sorted()

  @Test func `every route of the Hub has a probe, and no probe is without its route`() async throws
  {
    let house = try await House()

    let routes = Set(house.routes.map(Self.key))
    #expect(routes.symmetricDifference(Probes.all.keys).sorted() == [])
  }

  @Test(arguments: keys)
  func `another account's ids give nothing away and change nothing`(key: String) async throws {
    let house = try await House()
    let route = try #require(house.routes.first { Self.key($0) == key })
    let probe = try #require(Probes.all[key])
    let before = try await house.victimState()

    for attacker in Attacker.allCases {
      for id in house.victimIDs {
        for request in Self.requests(route, probe, id) {
          let answer = await house.door.respond(to: Self.sent(request, by: attacker, in: house))
          Self.expectNothing(of: house, in: answer, sent: id, "\(key) by \(attacker)")
        }
      }
    }

    #expect(try await house.victimState() == before)
    // Nobody but the victim has linked the service, and the victim has not looked.
    #expect(house.service.asked.isEmpty)
    for line in house.door.log.lines {
      let text = "\(line)"
      for mark in house.victimMarks + [house.owner.token.text, house.bearers.owner] {
        #expect(!text.contains(mark), "the log of \(key)")
      }
    }
  }

  @Test func `an agent's bearer opens one route, and no other bearer or cookie opens that`()
    async throws
  {
    let house = try await House()

    for route in house.routes where route.access != .open && route.access != .visitor {
      let isAgents = route.access == .agent
      for attacker in Attacker.allCases where isAgents != (attacker == .ownersAgent) {
        let probe = try #require(Probes.all[Self.key(route)])
        for request in Self.requests(route, probe, "x") {
          let status = await house.door.respond(to: Self.sent(request, by: attacker, in: house))
            .status
          // A page sends who is not signed in to where that can be done.
          #expect(status == 401 || status == 303, "\(Self.key(route)) by \(attacker): \(status)")
        }
      }
    }
  }

  private static func key(_ route: Route) -> String { "\(route.method.rawValue) \(route.path)" }

  private static func expectNothing(
    of house: House, in answer: HTTPResponse, sent id: String, _ key: String
  ) {
    var text = String(decoding: answer.bytes ?? [], as: UTF8.self)
    for header in answer.headers.fields { text += "\n\(header.name): \(header.value)" }
    // A form shows again what was typed into it; that much is the attacker's own.
    for mark in house.victimMarks where !id.contains(mark) && !mark.contains(id) {
      #expect(!text.contains(mark), "\(key) with \(id) tells \(mark)")
    }
    if !key.contains("/assets/") {
      #expect(answer.headers["Cache-Control"]?.contains("no-store") == true, "\(key)")
    }
  }

  // MARK: - Requests

  private static func requests(_ route: Route, _ probe: Probe, _ id: String) -> [HTTPRequest] {
    let filled = PercentEncoding.encode(id)
    let path = route.path.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("{") ? filled : String($0) }.joined(separator: "/")
    return probe.queries.map { query in
      var headers: HTTPHeaders = [:]
      var body = ""
      if let form = probe.form {
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        var query: HTTPQuery = [:]
        query.fields = form.map {
          HTTPQuery.Field(name: $0.key, value: filledIn($0.value, id))
        }
        body = query.encoded
      } else if let json = probe.json {
        headers["Content-Type"] = "application/json"
        body = filledIn(json, id)
      }
      let text = query.replacing("$ID", with: filled)
      return HTTPRequest(
        method: route.method, path: path, query: text.isEmpty ? nil : text, headers: headers,
        body: Array(body.utf8), peer: "192.0.2.7")
    }
  }

  private static func filledIn(_ template: String, _ id: String) -> String {
    template.replacing("$ID", with: id).replacing("$PASSWORD", with: TestIdentity.password)
  }

  private static func sent(
    _ request: HTTPRequest, by attacker: Attacker, in house: House
  ) -> HTTPRequest {
    var request = request
    switch attacker {
    case .owner: request.headers["Cookie"] = "hub_dev=\(house.owner.token.text)"
    case .guest: request.headers["Cookie"] = "hub_dev=\(house.guest.token.text)"
    case .ownersDevice: request.headers["Authorization"] = "Bearer \(house.bearers.owner)"
    case .guestsDevice: request.headers["Authorization"] = "Bearer \(house.bearers.guest)"
    case .ownersAgent: request.headers["Authorization"] = "Bearer \(house.agentBearer)"
    case .nobody: break
    }
    request.headers["Sec-Fetch-Site"] = "same-origin"
    return request
  }
}
