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

  @Test func `every route of the Hub has a probe, and no probe is without its route (ISO-20)`()
    async throws
  {
    let house = try await House()

    let routes = Set(house.routes.map(Self.key))
    #expect(routes.symmetricDifference(Probes.all.keys).sorted() == [])
  }

  @Test(arguments: keys)
  func `another account's ids give nothing away and change nothing (ISO-21)`(key: String)
    async throws
  {
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

  /// Reading changes nothing that another reading depends on, so all share their houses.
  private static let rounds =
    [keys.filter { $0.hasPrefix("GET ") }]
    + keys.filter { !$0.hasPrefix("GET ") && !ownedDocumentsAreTold.contains($0) }.map { [$0] }

  /// Two houses in which the same happens: in one the ids are the victim's, in the other nobody's.
  ///
  /// Clock and chance are the same in both, so that any difference tells that there is such an id.
  @Test(arguments: rounds)
  func `another account's ids are answered, byte for byte, as ids that nobody has (ISO-04)`(
    keys: [String]
  ) async throws {
    let (house, twin) = (try await House(), try await House())
    for key in keys {
      let route = try #require(house.routes.first { Self.key($0) == key })
      let probe = try #require(Probes.all[key])
      for attacker in Attacker.allCases {
        for (id, unknown) in zip(house.victimIDs, twin.unknownIDs) {
          for (one, other) in zip(
            Self.requests(route, probe, id), Self.requests(route, probe, unknown))
          {
            let answer = await house.door.respond(to: Self.sent(one, by: attacker, in: house))
            let expected = await twin.door.respond(to: Self.sent(other, by: attacker, in: twin))
            // Pages are long: where they differ is looked for by who has to know.
            let isSame =
              Self.text(of: answer, replacing: id, by: unknown) == Self.text(of: expected)
            #expect(isSame, "\(key) with \(id) by \(attacker)")
          }
        }
      }
    }
  }

  /// Who knows a store's id of 122 random bits is told that it belongs to somebody: it could not be
  /// approved otherwise (docs/protocol/identity.md).
  private static let ownedDocumentsAreTold: Set<String> = ["POST /oauth/authorize"]

  @Test
  func `an agent's bearer opens one route, and no other bearer or cookie opens that (ISO-21)`()
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
    let text = text(of: answer)
    // A form shows again what was typed into it; that much is the attacker's own.
    for mark in house.victimMarks where !id.contains(mark) && !mark.contains(id) {
      #expect(!text.contains(mark), "\(key) with \(id) tells \(mark)")
    }
    if !key.contains("/assets/") {
      #expect(answer.headers["Cache-Control"]?.contains("no-store") == true, "\(key)")
    }
  }

  /// Status, headers and body, with an id that was sent exchanged for another.
  private static func text(
    of answer: HTTPResponse, replacing id: String = "", by other: String = ""
  ) -> String {
    var text = "\(answer.status)"
    // A request's own number tells nothing, and is another where chance was asked once more before.
    for header in answer.headers.fields where header.name != HubRouter.requestIDHeader {
      text += "\n\(header.name): \(header.value)"
    }
    text += "\n\n" + String(decoding: answer.bytes ?? [], as: UTF8.self)
    guard !id.isEmpty else { return text }
    // In an address, where spaces are left out of what was typed, and as it is.
    return text.replacing(PercentEncoding.encode(id), with: PercentEncoding.encode(other))
      .replacing(id.filter { $0 != " " }, with: other.filter { $0 != " " })
      .replacing(id, with: other)
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
