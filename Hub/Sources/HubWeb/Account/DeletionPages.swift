import HubContracts
import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// `/account/delete`: gives the account up, and keeps it after all (LIFE-02).
struct DeletionPages: Sendable {
  let parts: HubPages.Parts
  let site: Site

  var routes: [Route] {
    [
      .person(
        .get, "/account/delete", summary: "What deleting the account means.", respond: show),
      .person(
        .post, "/account/delete", body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Give the account up; it is removed after seven days.", respond: delete),
      .person(
        .post, "/account/keep", body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Keep an account that was given up.", respond: keep),
    ]
  }

  private func show(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      if let deletion = try await parts.identity.deletion(of: session.account) {
        return page(pending(deletion, of: session)).response()
      }
      guard parts.identity.isFresh(session) else { return .verify(for: .page(.deletion)) }
      return page(DeletionForm(name: session.account.name).html).response()
    } catch { return parts.problem(error) }
  }

  private func delete(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      let answer = try await parts.identity.delete(
        typedName: PostedForm(routed.request)["name"], by: session, from: routed.network)
      switch answer {
      case .needsVerification: return .verify(for: .page(.deletion))
      case .otherName, .othersRemain:
        var form = DeletionForm(name: session.account.name)
        form.problem = answer
        return page(form.html).response(status: 422)
      case .begun(let deletion):
        var response = Page("Account given up", on: site, width: .narrow) {
          panel { gone(deletion, of: session) }
        }.response()
        SessionCookie(at: routed.origin).clear(on: &response)
        return response
      }
    } catch { return parts.problem(error) }
  }

  private func keep(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      _ = try await parts.identity.keep(session.account, from: routed.network)
      return .seeOther("/account")
    } catch { return parts.problem(error) }
  }

  private func gone(_ deletion: AccountDeletion, of session: WebSession) -> HTML {
    stack {
      p {
        "All that this Hub keeps for you is removed after "
        parts.words(of: session).html(milliseconds: deletion.removedAtMilliseconds)
        "."
      }
      p("Every browser and app was signed out. What your apps keep on your devices stays there.")
      p("If you sign in before, you can keep the account.")
      formActions { buttonLink("Sign in", to: "/signin") }
    }
  }

  private func pending(_ deletion: AccountDeletion, of session: WebSession) -> HTML {
    stack {
      notice(.caution, "You gave this account up") {
        p {
          "It is removed after "
          parts.words(of: session).html(milliseconds: deletion.removedAtMilliseconds)
          "."
        }
      }
      row {
        actionButton("Keep my account", to: "/account/keep")
        buttonLink("Go on to Today", to: "/")
      }
    }
  }

  private func page(_ content: HTML) -> Page {
    Page("Delete the account", on: site, width: .narrow) { panel { content } }
  }
}

/// The question before an account is given up, with what was wrong with the last answer.
struct DeletionForm {
  let name: String
  var problem: DeletionAnswer?

  var html: HTML {
    HTML([
      message,
      p(
        """
        Every browser and app is signed out now. After 7 days everything that this Hub keeps for you \
        is removed: records, devices, names, passkeys. Until then, signing in lets you keep it. \
        Backups of this Hub go with their own time.
        """),
      p("What your apps keep on your devices stays there."),
      form(to: "/account/delete") {
        field("Type the account's name", "name") {
          $0.hint = HTML(["It is called ", bdi(name), "."])
          $0.attributes = [.autocomplete("off"), .autofocus]
          if problem == .otherName { $0.error = "This is not the account's name." }
        }
        formActions {
          button("Delete the account", .danger)
          buttonLink("Back", to: "/account")
        }
      },
    ])
  }

  private var message: HTML {
    guard problem == .othersRemain else { return .empty }
    return notice(.caution, "Others have accounts here") {
      p("The owner's account goes last. Nothing was changed.")
    }
  }
}
