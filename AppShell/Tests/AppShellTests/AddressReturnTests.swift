import Testing

@testable import AppShell

@Suite struct AddressReturnTests {
  @Test func `listening for addresses ends with the task that listens`() async {
    let returns = AddressReturn().returns()
    let listening = Task { for await _ in returns {} }

    listening.cancel()

    await listening.value
  }
}
