import Benchmarks
import Glibc

exit(try await BenchmarkProgram.run() ? 0 : 1)
