import HubContracts
import HubCore
import WebInterface

/// The second step: what asks, what it would mean, and the decision.
struct GrantReview: ConnectStep {
  enum Problem: Equatable {
    case deviceName(DisplayName.Problem)
    case wait(seconds: Int)
    case busy
  }

  let grant: DeviceGrant
  let accountName: String
  /// Nil where the password is fresh.
  var proof: ProofFields?
  let fingerprint: String
  let browserNetwork: NetworkWords
  let words: DateWords
  let nowMilliseconds: Int64
  /// Where the decision is sent, and what goes with it.
  let path: PagePath
  let carried: [(name: String, value: String)]
  /// Where the browser is led once the person has decided; nil where a code was typed instead.
  var callback: Callback?
  var deviceName = ""
  var problem: Problem?

  var title: String { "Connect \(appTitle)?" }
  var lead: HTML { .empty }

  private var appTitle: String { grant.product?.title ?? grant.client }
  private var network: NetworkWords { NetworkWords(grant.network) }

  var html: HTML {
    HTML([problemNotice, startNotice, networkNotice, facts, permanence, decision])
  }

  // MARK: - What asks

  private var facts: HTML {
    WebInterface.facts([
      ("App", HTML("\(appTitle) on \(grant.platform.title)")),
      (
        "Asked",
        HTML([
          HTML(words.ago(grant.requestedAtMilliseconds, from: nowMilliseconds)), ", ",
          words.freshness(milliseconds: grant.requestedAtMilliseconds),
        ])
      ),
      ("From", HTML(asker)),
      ("It may", HTML(rights)),
      ("Its store", code(grant.documentShort)),
      ("It brings", HTML(adopted)),
      ("Hub's key", code(fingerprint)),
    ])
  }

  private var adopted: String { unowned ?? "nothing that belongs to nobody" }

  /// What would be adopted; nil for nothing.
  private var unowned: String? {
    switch grant.unownedRecords {
    case 0: nil
    case 1: "1 record that belongs to nobody yet"
    default:
      CountWords.text(grant.unownedRecords, "record", "records") + " that belong to nobody yet"
    }
  }

  private var asker: String {
    switch callback {
    case nil: network.text
    case .loopback4, .loopback6:
      "a program on this browser's machine, at \(callbackHost)"
    case .service: callbackHost
    }
  }

  private var callbackHost: String {
    let origin = callback?.origin ?? ""
    let scheme = "http://"
    return origin.hasPrefix(scheme) ? String(origin.dropFirst(scheme.count)) : origin
  }

  private var rights: String {
    let isService = grant.product?.authority == .service
    return isService
      ? "show its own facts on your pages here; nothing of other apps, nothing of your account"
      : "read and change what \(appTitle) keeps here; nothing of other apps, nothing of your account"
  }

  /// A link alone leads here, so anybody may have sent the person (SIGN-21).
  private var startNotice: HTML {
    guard callback != nil else { return .empty }
    return notice(.caution, "Only go on if you started this yourself just now") {
      p(
        """
        Something that calls itself \(appTitle) asks for this; the Hub cannot see what it is. Approve \
        only if you have just asked \(appTitle) to connect. If a message or another page led you here, \
        refuse it.
        """)
    }
  }

  private var networkNotice: HTML {
    if network.isSame(as: browserNetwork) { return .empty }
    return notice(.caution, "It asks from another network than yours") {
      p(
        """
        The app is at \(network.text), this browser at \(browserNetwork.text). If you did not start \
        this yourself, refuse it: somebody may have sent you their code.
        """)
    }
  }

  private var permanence: HTML {
    notice(.plain, "This is for good") {
      p(
        """
        \(appTitle) will keep this store for \(strong(bdi(accountName))) for ever\
        \(adoptionClause). It cannot move to another account.
        """)
      p(
        """
        It tells the Hub numbers and times, never what you wrote. Before it does, it asks you once \
        more and shows the Hub's key: compare it.
        """)
    }
  }

  private var adoptionClause: String { unowned.map { ", with the \($0)" } ?? "" }

  // MARK: - Deciding

  private var decision: HTML {
    form(to: path) {
      HTML(carried.map { hiddenInput($0.name, $0.value) })
      field("What do you call this device?", "deviceName") {
        $0.value = deviceName
        $0.hint = "Such as “Desk” or “Laptop”. You see it under Devices."
        $0.attributes = [.autocomplete("off"), .maxlength(DisplayName.charactersMax)]
        if case .deviceName(let problem) = problem { $0.error = DisplayNameWords.error(problem) }
      }
      if let proof { proof.html }
      formActions {
        button("Approve", name: "decision", value: "approve")
        // Whoever refuses owes neither a name nor a password.
        button("Refuse", .plain, name: "decision", value: "deny", .formnovalidate)
      }
    }
  }

  private var problemNotice: HTML {
    switch problem {
    case .wait(let seconds):
      notice(.caution, "Too many tries") {
        p("Wait \(WaitWords.text(seconds: seconds)), then try again. Nothing was approved.")
      }
    case .busy: notice(.caution, "The Hub is busy") { p("Nothing was approved. Try again.") }
    case .deviceName, nil: .empty
    }
  }
}
