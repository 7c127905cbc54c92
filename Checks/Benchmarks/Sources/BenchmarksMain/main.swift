import Benchmarks
import Glibc

let asked = CommandLine.arguments.dropFirst()
let parts = asked.compactMap(BenchmarkProgram.Part.init(rawValue:))
guard parts.count == asked.count else {
  let names = BenchmarkProgram.Part.allCases.map { "[\($0.rawValue)]" }
  print("usage: benchmarks " + names.joined(separator: " "))
  exit(2)
}
exit(try await BenchmarkProgram.run(parts.isEmpty ? BenchmarkProgram.Part.allCases : parts) ? 0 : 1)
