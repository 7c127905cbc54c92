import HubContracts
import HubCore
import HubHTTP
import HubTesting
import Testing
import ToolboxHTTP
import ToolboxJSON

/// Timeline, Directory, What the Hub knows, and the same for programs.
@Suite struct LookingBackPageTests {
  static let sealed = "v1." + String(repeating: "QUJD", count: 90)

  let door: PageDoor
  var hub: TestIdentity { door.hub }

  init() throws { door = try PageDoor() }

  /// An owner with a meal of yesterday, whose detail is sealed.
  func ownerWithMeal() async throws -> SignedIn {
    let owner = try await hub.makeOwner()
    var facts = FoodEntryFacts()
    facts.at = Minute(number: door.today.adding(-1).number * 1_440 + 700)
    facts.meal = .lunch
    facts.kcal = 640
    facts.proteinG = 31
    try await hub.push(
      [hub.record(facts, at: facts.at, sealed: Self.sealed)], to: .calorie,
      of: owner.session.account.number)
    return owner
  }

  @Test func `the timeline tells a meal by its numbers`() async throws {
    let owner = try await ownerWithMeal()

    let page = await door.browser(owner).get("/timeline?kind=calorie.foodEntry&span=90")

    #expect(page.status == 200)
    #expect(page.plainText.contains("Lunch, 640 kcal"))
    #expect(page.plainText.contains("31 g protein, 0 g carbs"))
    #expect(page.text.contains("selected"))
  }

  @Test(arguments: [
    "?kind=nowhere", "?kind=anchor.nothing", "?day=never", "?skip=-1", "?span=31",
    "?kind=anchor&day=9999-12-31", "?day=0001-01-01&skip=99999999999999999999",
  ])
  func `an address with nonsense in it shows a page`(query: String) async throws {
    let owner = try await ownerWithMeal()

    #expect(await door.browser(owner).get("/timeline\(query)").status == 200)
  }

  @Test func `the directory has every product, and those of the past apart`() async throws {
    let owner = try await ownerWithMeal()

    let page = await door.browser(owner).get("/directory")

    for product in Fleet.products {
      #expect(page.plainText.contains(product.purpose) == (product.status != .sample))
    }
    let parts = page.plainText.split(separator: "No longer in the line-up")
    #expect(parts.count == 2)
    #expect(
      parts.last?.contains("Journal") == true && parts.last?.contains("Now in Anchor") == true)
    #expect(parts.first?.contains("Food entry, 1") == true)
  }

  @Test func `every fact of every contract is on the page with its range and its bits`()
    async throws
  {
    let owner = try await ownerWithMeal()

    let page = await door.browser(owner).get("/knows")

    for contract in ContractTable.all where contract.domain != .sample {
      #expect(page.text.contains("/knows/\(contract.domain)/\(contract.type)"))
      for part in contract.sealedParts {
        #expect(page.plainText.contains(part) || part == "everything")
      }
    }
    for told in ["0 to 20,000, in steps of 10", "at most 78.5 bits", "Protein, g", "shows anyway"] {
      #expect(page.plainText.contains(told), "\(told)")
    }
  }

  @Test func `stored values are shown, and of a detail only that it is there`() async throws {
    let owner = try await ownerWithMeal()

    let page = await door.browser(owner).get("/knows/calorie/foodEntry")

    #expect(page.plainText.contains("640") && page.plainText.contains("sealed, 270 bytes"))
    #expect(!page.text.contains("QUJD"))
    #expect(await door.browser(owner).get("/knows/calorie/nothing").status == 404)
    #expect(await door.browser(owner).get("/knows/nowhere/foodEntry").status == 404)
  }

  @Test func `what another account told is on none of the pages`() async throws {
    _ = try await ownerWithMeal()
    let guest = door.browser(try await hub.makeGuest())

    for address in ["/timeline", "/directory", "/knows", "/knows/calorie/foodEntry"] {
      let page = await guest.get(address)
      #expect(page.status == 200 && !page.plainText.contains("640"), "\(address)")
      #expect(!page.plainText.contains("Food entry, 1"), "\(address)")
    }
  }

  // MARK: - Programs

  func values(_ target: String, of person: SignedIn) async throws -> JSONNode {
    let answer = await door.browser(person).get(
      target, headers: ["Sec-Fetch-Site": "same-origin"])
    #expect(answer.status == 200, "\(answer.text)")
    #expect(answer.headers["Cache-Control"] == "no-store")
    return try JSONNode.parse(Array(answer.text.utf8))
  }

  @Test func `programs get facts as they were sent, and no detail`() async throws {
    let owner = try await ownerWithMeal()

    let events = try await values("/v1/life/events", of: owner)
    let records = try await values("/v1/domains/calorie/records?type=foodEntry", of: owner)
    let summary = try await values("/v1/domains/calorie/summary", of: owner)

    guard case .array(let items) = events["items"]?.value, let item = items.first else {
      Issue.record("no events")
      return
    }
    #expect(item["facts"]?["kcal"]?.value == .integer(640))
    #expect(item["domain"]?.value == .string("calorie") && item["hasDetail"]?.value == .bool(true))
    #expect(item["sealed"] == nil)
    #expect(records["page"]?["total"]?.value == .integer(1))
    #expect(summary["activeCount"]?.value == .integer(1))
  }

  @Test(arguments: [
    ("/v1/domains/nowhere/summary", 404, "unknown_domain"),
    ("/v1/domains/nowhere/records", 404, "unknown_domain"),
    ("/v1/life/events?domain=nowhere", 400, "invalid_domain"),
    ("/v1/life/events?limit=0", 400, "invalid_pagination"),
    ("/v1/life/events?limit=51", 400, "invalid_pagination"),
    ("/v1/life/events?offset=1000001", 400, "invalid_pagination"),
    ("/v1/domains/anchor/records?start=soon", 400, "invalid_range"),
    ("/v1/domains/anchor/records?start=2027-01-02&end=2027-01-01", 400, "invalid_range"),
  ])
  func `a request that cannot be is refused with its code`(
    target: String, status: Int, code: String
  ) async throws {
    let owner = try await hub.makeOwner()

    let answer = await door.browser(owner).get(target, headers: ["Sec-Fetch-Site": "same-origin"])

    #expect(answer.status == status && answer.headers["Hub-Error"] == code)
  }

  @Test func `a device reads its own app's domains and no other's (SIGN-23)`() async throws {
    let owner = try await ownerWithMeal()
    let bearer = try await hub.connect(owner).bearer.text
    let headers: HTTPHeaders = ["Authorization": "Bearer \(bearer)"]

    for path in ["/v1/domains/calorie/summary", "/v1/domains/calorie/records"] {
      #expect(await door.door.send(.get, path, headers: headers).status == 403)
    }
    let foreign = await door.door.send(.get, "/v1/life/events?domain=calorie", headers: headers)
    let own = await door.door.send(.get, "/v1/life/events", headers: headers)

    #expect(foreign.status == 403)
    #expect(own.status == 200)
    #expect(String(decoding: own.bytes ?? [], as: UTF8.self).contains(#""items":[]"#))
  }
}
