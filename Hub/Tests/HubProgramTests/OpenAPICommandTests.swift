import Foundation
import HubContracts
import HubHTTP
import Testing
import ToolboxJSON

@testable import HubProgram

/// What `hub openapi` prints, against the page that is kept and the tables that it is made from.
@Suite struct OpenAPICommandTests {
  static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../docs/protocol/openapi.json")

  @Test func `the page that is kept is what the program prints`() throws {
    let kept = try String(contentsOf: Self.page, encoding: .utf8)

    let isCurrent = try kept == OpenAPICommand.document() + "\n"
    #expect(isCurrent, "run: hub openapi >docs/protocol/openapi.json")
  }

  @Test func `every record that a contract allows is described`() throws {
    let document = try JSONNode.parse(
      Array(OpenAPICommand.document().utf8), limits: JSONLimits(depth: 64, membersPerObject: 1_000))
    let schemas = try #require(document["components"]?["schemas"])

    for contract in ContractTable.all {
      let record = try #require(schemas["\(contract.domain.rawValue).\(contract.type)"])
      guard case .object(let facts) = record["properties"]?["facts"]?["properties"]?.value else {
        #expect(contract.rules.isEmpty, "\(contract.type)")
        continue
      }
      #expect(facts.map(\.key) == contract.rules.map(\.name), "\(contract.type)")
    }
  }

  @Test(arguments: [
    (
      #"{"a":[1,2],"b":{"c":"x,y:{\"}"}}"#,
      "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {\n    \"c\": \"x,y:{\\\"}\"\n  }\n}"
    ),
    (#"{"p":"^a\\","q":1}"#, "{\n  \"p\": \"^a\\\\\",\n  \"q\": 1\n}"),
  ])
  func `indenting changes nothing within a text`(compact: String, laidOut: String) {
    #expect(IndentedJSON.text(of: Array(compact.utf8)) == laidOut)
  }
}
