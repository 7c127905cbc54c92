import Testing
import ToolboxCommandLine

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite(.serialized, .timeLimit(.minutes(1)))
struct StopSignalsTests {
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `an asking ends the waiting and not the process`(number: Int32) async {
    let stops = await StopSignals.take()
    #expect(kill(getpid(), number) == 0)
    await stops.wait()
  }

  @Test func `an asking that came before anybody waited is not missed`() async {
    let stops = await StopSignals.take()
    #expect(kill(getpid(), SIGTERM) == 0)
    await Task.yield()
    await stops.wait()
  }
}
