import Testing
import ToolboxCommandLine

@Suite struct HumanDurationReadingTests {
  @Test(arguments: [
    ("25", 1_500), ("25m", 1_500), ("25 m", 1_500), ("25min", 1_500), ("25 min", 1_500),
    ("25 mins", 1_500), ("25 minutes", 1_500), ("1 minute", 60), ("90 min", 5_400), ("0", 0),
    ("1h", 3_600), ("1 hour", 3_600), ("2hrs", 7_200), ("1h30", 5_400), ("1h30m", 5_400),
    ("1 h 30 min", 5_400), ("1H 30 MIN", 5_400), ("  1h30  ", 5_400), ("1h 5", 3_900),
    ("1:30", 5_400), ("0:05", 300), ("100:00", 360_000), ("1.5h", 5_400), ("1,5 h", 5_400),
    ("0.5", 30), ("45s", 45), ("45 seconds", 45), ("2m30", 150), ("2m30s", 150),
    ("1h 2m 3s", 3_723), ("1 d", 86_400), ("2 days", 172_800), ("1d 2h", 93_600),
    ("1h 10s", 3_610),
  ])
  func `a length is read as people type it`(text: String, seconds: Int) {
    #expect(HumanDuration.read(text) == .seconds(seconds))
  }

  @Test(arguments: [
    "", " ", "h", "min", "25x", "25 fortnights", "-25", "+25", "1h1h", "30m1h", "1m 2h", "1s 30",
    "1d 30", "1:3", "1:60", "1:300", ":30", "1:", "1:30:00", "1.5.5h", "1.", ".5", "1..5", "1e3",
    "0x10", "25 25", "1h30m5x", "９", "٣", "999999999999", "9999999h", "inf", "nan", "1 h\n30",
    "1000:00",
  ])
  func `what is not a length is refused`(text: String) {
    #expect(HumanDuration.read(text) == nil)
  }

  @Test(arguments: [
    (0, "0 min"), (45, "45 s"), (60, "1 min"), (90, "1 min 30 s"), (1_500, "25 min"),
    (3_600, "1 h"), (5_400, "1 h 30 min"), (5_425, "1 h 30 min"), (3_605, "1 h"),
    (86_400, "1 d"), (93_600, "1 d 2 h"), (-1_500, "25 min"),
  ])
  func `a length is written in at most two units`(seconds: Int, text: String) {
    #expect(HumanDuration.text(.seconds(seconds)) == text)
  }

  @Test func `what is written in whole minutes is read again`() {
    for minutes in 1...3_000 where minutes < 1_440 || minutes % 60 == 0 {
      let length = Duration.seconds(minutes * 60)
      #expect(HumanDuration.read(HumanDuration.text(length)) == length)
    }
  }
}
