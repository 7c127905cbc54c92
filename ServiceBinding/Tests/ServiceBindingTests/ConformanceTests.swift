import HubContracts
import ServiceBinding
import ServiceConformance
import Testing
import ToolboxCrypto
import ToolboxHTTP

/// The suite passes a service that does what it must, and names each thing that another does wrong.
@Suite struct ConformanceTests {
  let bench: Bench

  init() throws { bench = try Bench() }

  @Test func `a service on the library meets every requirement`() async throws {
    #expect(try await bench.shortfalls(of: DirectClient(endpoints: bench.endpoints())) == [])
  }

  @Test(arguments: [
    (Notebook.Fault.forgetsPerson, [Requirement.keepsPeopleApart]),
    (.performsEachTime, [.performsOnce, .refusesReusedID, .takesBack]),
    (.takesAnyID, [.refusesReusedID]), (.ignoresEnd, [.refusesExpired]),
    (.undoesLaterChanges, [.keepsLaterChanges]), (.countsWrong, [.performsOnce]),
    (.answersUnknownLink, [.refusesUnknownLink]), (.givesNoInverse, []),
  ])
  func `a service that is wrong in one way falls short there`(
    fault: Notebook.Fault, expected: [Requirement]
  ) async throws {
    let client = DirectClient(endpoints: bench.endpoints(fault))

    #expect(try await bench.shortfalls(of: client) == expected)
  }

  @Test func `a service that forgets nonces is replayed`() async throws {
    let client = DirectClient(endpoints: bench.endpoints(nonces: ForgetfulNonces()))

    #expect(try await bench.shortfalls(of: client) == [.refusesReplay])
  }

  @Test func `a service without a clock of its own, audience or key answers hardly anything`()
    async throws
  {
    let stranger = try #require(SigningKey(seed: [UInt8](repeating: 8, count: 32)))
    for endpoints in [
      bench.endpoints(skewMilliseconds: 120_000), bench.endpoints(audience: "https://x.example"),
      bench.endpoints(pinning: PinnedHub(key: stranger.publicKey)),
    ] {
      let found = try await bench.shortfalls(of: DirectClient(endpoints: endpoints))
      #expect(found.contains(.answersDay) && found.contains(.performsOnce))
    }
  }

  /// Signs what comes for its own, as a service does that checks no signature.
  @Test func `a service that takes any signature is found out`() async throws {
    let key = bench.key
    let client = DirectClient(
      endpoints: bench.endpoints(),
      spoil: { request in
        request.headers[ServiceRequest.signatureHeader] =
          Base64URL.encode(key.signature(over: request.body))
      })

    let found = try await bench.shortfalls(of: client)

    #expect(found == [.refusesUnsigned, .refusesForgery])
  }

  @Test(arguments: [("Set-Cookie", "a=b"), ("Content-Type", "text/html")])
  func `answers with a cookie or of another kind are found out`(
    header: String, value: String
  ) async throws {
    let client = DirectClient(
      endpoints: bench.endpoints(), spoilAnswer: { $0.headers[header] = value })

    #expect(try await bench.shortfalls(of: client) == [.boundedAnswer])
  }

  @Test func `every requirement has a demand, a remedy and a row on the page`() throws {
    for requirement in Requirement.allCases {
      #expect(requirement.demand.hasSuffix(".") && requirement.remedy.count > 20)
      #expect(
        try Page.serviceBinding.contains("| \(requirement.rawValue) | \(requirement.demand) |"))
    }
  }
}
