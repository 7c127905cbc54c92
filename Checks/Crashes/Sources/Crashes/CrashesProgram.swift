import Glibc
import PersonalSyncTesting

/// `crashes [--kills N] [--every N] [--seed S]`: devices in real processes, cut off in the middle.
public enum CrashesProgram {
  public static func run() async {
    var arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "device" {
      arguments.removeFirst()
      return await device(arguments)
    }
    var (kills, every, seed) = (30, 4, UInt64(1))
    while let option = arguments.first, arguments.count > 1, let number = Int(arguments[1]) {
      switch option {
      case "--kills": kills = number
      case "--every": every = max(1, number)
      case "--seed": seed = UInt64(clamping: number)
      default: misuse()
      }
      arguments.removeFirst(2)
    }
    guard arguments.isEmpty else { misuse() }
    await bench(kills: kills, every: every, seed: seed)
  }

  private static func misuse() -> Never {
    print("usage: crashes [--kills N] [--every N] [--seed S]")
    exit(2)
  }

  private static func device(_ arguments: [String]) async {
    guard let order = DeviceOrder(arguments) else { exit(2) }
    do { try await DeviceProcess(order).run() } catch {
      say("failed \(error)")
      exit(1)
    }
  }

  private static func bench(kills: Int, every: Int, seed: UInt64) async {
    do {
      let bench = try CrashBench(seed: seed)
      for form in JournalForm.allCases {
        for what in CrashBench.Sweep.allCases {
          try await bench.sweep(what, form, every: every)
        }
        for fault in [DeviceOrder.Fault.full, .write, .sync] {
          for what in [CrashBench.Sweep.save, .pull, .push] {
            try await bench.spoil(what, form, fault, every: every * 3)
          }
        }
        try await bench.killAtRandom(kills / 3, form)
      }
      try await bench.killOneOfTwo(kills - 2 * (kills / 3))
      for (what, count) in bench.counts.sorted(by: { $0.key < $1.key }) {
        print("\(what): \(count)")
      }
      let total = bench.counts.values.reduce(0, +)
      try await bench.end()
      print("\(total) crashes, nothing lost: passed")
    } catch {
      print("FAILED: \(error)")
      print("  replay: script/crashes --kills \(kills) --every \(every) --seed \(seed)")
      exit(1)
    }
  }
}
