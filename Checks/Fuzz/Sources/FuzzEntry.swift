import Glibc

/// What libFuzzer calls for each input; `FUZZ_TARGET` names the target.
///
/// Ends the process where an input breaks what its target promises.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  chosen.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

private let chosen: FuzzTarget = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    fatalError("FUZZ_TARGET is one of \(FuzzTarget.allCases.map(\.rawValue))")
  }
  return target
}()
