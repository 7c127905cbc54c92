import HubContracts
import ToolboxJSON

/// Every contract as JSON Schema, so that an archive can be read without us.
enum ContractSchemas {
  static var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("digest", ContractsDigest.ofThisProgram.description)
        json.member("contracts") { json in
          json.array(ContractTable.all) { json, contract in
            json.object { json in
              json.member("domain", contract.domain.rawValue)
              json.member("type", contract.type)
              json.member("facts") { schema(of: contract, &$0) }
            }
          }
        }
      }
    }
  }

  private static func schema(of contract: RecordContract, _ json: inout JSONWriter) {
    json.object { json in
      json.member("type", "object")
      json.member("additionalProperties", false)
      json.member("required") { json in
        json.array(contract.rules.filter(\.isRequired)) { json, rule in json.string(rule.name) }
      }
      json.member("properties") { json in
        json.object { json in
          for rule in contract.rules {
            json.member(named: rule.name) { schema(of: rule.kind, &$0) }
          }
        }
      }
    }
  }

  private static func schema(of kind: FactKind, _ json: inout JSONWriter) {
    json.object { json in
      switch kind {
      case .flag: json.member("type", "boolean")
      case .choice(let words):
        json.member("enum") { json in json.array(words) { json, word in json.string(word) } }
      case .number(let range, let step):
        json.member("type", "integer")
        json.member("minimum", range.lowerBound)
        json.member("maximum", range.upperBound)
        // Steps count from the lower bound; all of ours begin at a multiple.
        json.member("multipleOf", step)
      case .day:
        json.member("type", "string")
        json.member("format", "date")
      case .instant:
        json.member("type", "string")
        json.member("format", "date-time")
      case .ref: json.member("type", "string")
      }
    }
  }
}
