import Foundation
import HubContracts
import PersonalSyncSealed
import PersonalSyncTesting
import Testing

@testable import PersonalSyncKit

/// Where the keys of details are kept.
@Suite struct DetailKeyStoreTests {
  private func key(_ seed: UInt64) throws -> DomainKey {
    let dice = Dice(seed: seed)
    let scope = SealingScope(
      hub: try #require(HubID(dice.uuid())), account: try #require(AccountID(dice.uuid())),
      domain: .anchor)
    return RootKey(random: dice).domainKey(scope, epoch: .first)
  }

  @Test func `keys are read from a file as they were written, and no file of before lacks them`()
    throws
  {
    var secrets = StoredSecrets()
    secrets.keys = [try key(1), try key(2)]

    let read = try StoredSecrets(json: secrets.json)

    #expect(read == secrets)
    #expect(try StoredSecrets(json: Array(#"{"sessions":[]}"#.utf8)) == StoredSecrets())
  }

  @Test(arguments: [
    #"{"sessions":[],"keys":{}}"#, #"{"sessions":[],"keys":[{}]}"#, #"{"sessions":[],"keys":[1]}"#,
  ])
  func `a key that cannot be read makes the whole unreadable, and is not dropped`(json: String) {
    #expect(throws: TokenStoreError.unreadable) { try StoredSecrets(json: Array(json.utf8)) }
  }

  @Test func `a key shows in no text of it`() throws {
    let key = try key(1)
    var secrets = StoredSecrets()
    secrets.keys = [key]

    var dumped = ""
    dump(secrets, to: &dumped)

    let written = String(decoding: secrets.json, as: UTF8.self)
    let text = try #require(written.split(separator: #""key":""#).last?.prefix(43))
    #expect(text.count == 43)
    #expect(!"\(secrets) \(dumped)".contains(text))
  }

  @Test func `keys stay when the person signs out`() async throws {
    let pair = try await PairOfDevices.connected()
    _ = try await pair.first.runtime.seal(RootKey(random: Dice(seed: 3)))

    try await pair.first.identity.signOut()

    #expect(try pair.first.tokens.load().sessions.isEmpty)
    #expect(try pair.first.tokens.load().keys.count == 1)
  }
}
