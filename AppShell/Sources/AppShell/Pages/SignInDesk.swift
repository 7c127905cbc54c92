import PersonalSyncKit

/// The one sign-in that a local site has under way, while the person is at the Hub's page.
package actor SignInDesk {
  package enum State: Sendable {
    case idle
    case waiting(DevicePrompt)
    case failed(Trouble)
    case done
  }

  private let connector: Connector
  package private(set) var state = State.idle
  private var waiting: Task<Void, Never>?
  /// Tells the end of an older sign-in from that of the one under way.
  private var number = 0

  package init(_ connector: Connector) { self.connector = connector }

  /// Asks the Hub for a code and waits, in the background, until it is approved.
  ///
  /// A sign-in that was under way is ended.
  func begin(at address: String, allowsPlainHTTP: Bool) async throws(Trouble) {
    let connection: HubConnection
    do throws(StoreError) {
      connection = try await connector.connect(
        ConnectionTerms(allowsPlainHTTP: allowsPlainHTTP))
    } catch { throw TroubleWriter(connector.app, folder: connector.store.folder).trouble(error) }
    let prompt: DevicePrompt
    do throws(ConnectionError) {
      prompt = try await connection.startSignIn(at: try connection.origin(address))
    } catch { throw await connection.trouble(error) }
    stop()
    number += 1
    state = .waiting(prompt)
    waiting = Task { [number] in
      let outcome: State
      do throws(ConnectionError) {
        _ = try await connection.finishSignIn(prompt)
        outcome = .done
      } catch { outcome = .failed(await connection.trouble(error)) }
      ended(number, outcome)
    }
  }

  /// Ends the sign-in that is under way, and forgets how the last one ended.
  func stop() {
    waiting?.cancel()
    waiting = nil
    state = .idle
  }

  private func ended(_ ended: Int, _ outcome: State) {
    guard ended == number, case .waiting = state else { return }
    state = outcome
    waiting = nil
  }
}
