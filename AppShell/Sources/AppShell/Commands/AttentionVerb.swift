import ToolboxCommandLine
import ToolboxJSON

extension AppVerb {
  /// `attention`: what synchronising has left to the person, and what they decide about it.
  static var attention: AppVerb {
    AppVerb(
      "attention", "Shows conflicts, refused changes and the trash, and decides them.",
      details: """
        Without an option it lists them. Nothing of it is lost: both sides of a conflict are kept \
        until you have decided, a refused change until it is sent or changed, and what came into \
        the trash for 30 days. A decision needs no network; it is sent with the next sync.
        """,
      [
        AttentionOptions.takeOther, AttentionOptions.keep, AttentionOptions.sendAgain,
        AttentionOptions.bringBack,
      ]
    ) { (call) throws(Trouble) in
      let desk = AttentionDesk(call.app.store, call.app.records, clock: call.machine.clock)
      let wish = try AttentionWish(call.input)
      let outcome: AttentionWish.Outcome
      do throws(StoreError) { outcome = try await wish.carryOut(at: desk) } catch {
        throw TroubleWriter(Shown.profile, folder: call.app.store.folder).trouble(error)
      }
      switch outcome {
      case .listed(let words):
        return Answer(words.text(command: call.command)) { words.write(to: &$0) }
      case .done(let text):
        return Answer(text) { json in json.object { json in json.member("done", true) } }
      case .gone: throw Self.gone(call)
      case .ambiguous: throw Self.ambiguous(call)
      }
    }
  }

  private static func gone(_ call: Call<Shown>) -> Trouble {
    Trouble(
      .refused, "attention.gone", "There is nothing of that number to decide.",
      "It was decided already, or never was. See what there is: \(call.command("attention"))")
  }

  private static func ambiguous(_ call: Call<Shown>) -> Trouble {
    Trouble(
      .usage, "attention.ambiguous", "More than one record in the trash begins like that.",
      "Type more of its id. Nothing was changed. See them all: \(call.command("attention"))")
  }
}

/// What one call of `attention` is asked to do.
enum AttentionWish {
  enum Outcome {
    case listed(AttentionWords)
    case done(String)
    /// There is nothing that it could be done to.
    case gone
    case ambiguous
  }

  case list
  case takeOther(Int64)
  case keep(Int64)
  case sendAgain
  case bringBack(String)

  /// Throws where more than one is typed.
  init(_ input: CommandInput) throws(Trouble) {
    var wishes: [AttentionWish] = []
    if let number = input[AttentionOptions.takeOther] { wishes.append(.takeOther(Int64(number))) }
    if let number = input[AttentionOptions.keep] { wishes.append(.keep(Int64(number))) }
    if input[AttentionOptions.sendAgain] { wishes.append(.sendAgain) }
    if let id = input[AttentionOptions.bringBack] { wishes.append(.bringBack(id)) }
    guard wishes.count < 2 else {
      throw Trouble(
        .usage, "attention.one_at_a_time", "Those are several decisions.",
        "Give one option at a time. Nothing was changed.")
    }
    self = wishes.first ?? .list
  }

  func carryOut(at desk: AttentionDesk) async throws(StoreError) -> Outcome {
    switch self {
    case .list: return .listed(try await desk.words())
    case .takeOther(let number):
      return try await desk.takeOther(number)
        ? .done("Taken. It is sent with the next sync.") : .gone
    case .keep(let number):
      return try await desk.keep(number) ? .done("Kept as it is.") : .gone
    case .sendAgain:
      let count = try await desk.sendAgain()
      let what = count == 1 ? "1 change goes" : "\(count) changes go"
      return count == 0 ? .gone : .done("\(what) with the next sync.")
    case .bringBack(let id):
      let fitting = try await desk.matters().trashed(like: id)
      guard let record = fitting.first else { return .gone }
      if fitting.count > 1 { return .ambiguous }
      return try await desk.bringBack(record) ? .done("Back: \(record.what).") : .gone
    }
  }
}

enum AttentionOptions {
  static let takeOther = Option(
    "take-other", .whole(1...Int.max).named("N"), "Of conflict N, take the side kept aside.")
  static let keep = Option(
    "keep", .whole(1...Int.max).named("N"), "Of conflict N, keep the side that is shown.")
  static let sendAgain = Flag("send-again", "Send what the Hub refused once more.")
  static let bringBack = Option(
    "bring-back", .text.named("ID"), "Bring a record back from the trash.")
}
