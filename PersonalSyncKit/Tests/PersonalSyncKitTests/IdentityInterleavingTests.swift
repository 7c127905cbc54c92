import Foundation
import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxLocks

@testable import PersonalSyncKit

/// Late completions, in every order (docs/protocol/identity.md, KIT-06 and KIT-07).
///
/// A word is a story of a store that Ada owns. Each letter is one event; an operation whose answer comes
/// later has two, of which the first begins it and the second delivers its answer.
@Suite struct IdentityInterleavingTests {
  /// Three, or as many as `KIT_LETTERS` says: `script/long` asks for five.
  static let lettersMax =
    ProcessInfo.processInfo.environment["KIT_LETTERS"].flatMap { Int($0) } ?? 3

  /// Every word of at most so many letters that begins with `first`; two crashes are as one.
  static func words(_ first: IdentityStory.Letter) -> [[IdentityStory.Letter]] {
    var words = [[first]]
    var longest = words
    for _ in 1..<lettersMax {
      longest = longest.flatMap { word in
        IdentityStory.Letter.allCases.filter { $0 != .crash || word.last != .crash }
          .map { word + [$0] }
      }
      words += longest
    }
    return words
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-06: no late completion changes anything, in any order of events`(form: JournalForm)
    async throws
  {
    let counts = try await withThrowingTaskGroup { group in
      for first in IdentityStory.Letter.allCases where first != .crash {
        group.addTask {
          var counts = IdentityStory.Counts()
          for word in Self.words(first) { counts.add(try await IdentityStory(word, form).run()) }
          return counts
        }
      }
      return try await group.reduce(into: IdentityStory.Counts()) { $0.add($1) }
    }

    // The stories are about late completions and sent edits, so there must be some of each.
    #expect(counts.lateCompletions > 0)
    #expect(counts.sentEdits > 0)
  }
}
