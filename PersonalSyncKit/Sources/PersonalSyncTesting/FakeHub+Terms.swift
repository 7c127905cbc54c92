import HubContracts
import ToolboxHTTP
import ToolboxJSON

extension FakeHub {
  /// What the Hub takes at present, beyond what its contracts say.
  struct Terms: Sendable {
    var contracts = ContractsDigest.ofThisProgram
    /// Records of which every upsert is refused, as by a Hub that is older than the device.
    var refused: Set<RecordID> = []

    func refusal(of item: PushRequest.Item) -> PushResult? {
      guard case .success(let mutation) = item.content, mutation.operation == .upsert,
        refused.contains(mutation.record)
      else { return nil }
      return PushResult(
        id: item.id, key: item.key,
        outcome: .rejected(
          code: HubErrorCode.unknownRecordType.rawValue, field: "type", reason: nil))
    }
  }

  func limits() -> HTTPResponse {
    let contracts = memory.withLock { $0.terms.contracts.description }
    let body = JSONWriter.write { json in
      json.object { json in json.member("contracts", contracts) }
    }
    return HTTPResponse(status: 200, body: .bytes(body))
  }

  /// Makes the Hub another version, which takes other records.
  public func upgrade(to contracts: ContractsDigest, refusing records: Set<RecordID> = []) {
    memory.withLock { $0.terms = Terms(contracts: contracts, refused: records) }
  }
}
