import FuzzedParsers

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
#if FUZZING
  import CFuzzer
#endif

/// Gives bytes to the parser that `FLASH_FUZZ` names.
///
/// Built with `-DFUZZING -sanitize=fuzzer` it is libFuzzer, with its options; else it runs the files
/// that it is given, once each. Without a name it lists the parsers.
@main
struct Fuzz {
  static func main() {
    let name = unsafe getenv("FLASH_FUZZ").map { unsafe String(cString: $0) }
    guard let name else { return FuzzedParser.all.forEach { print($0.name) } }
    guard let parser = FuzzedParser.all.first(where: { $0.name == name }) else {
      print("no such parser: \(name)")
      exit(64)
    }
    run(parser)
  }

  #if FUZZING
    private static func run(_ parser: FuzzedParser) {
      unsafe Fuzz.chosen = parser
      var count = CommandLine.argc
      var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
        unsafe CommandLine.unsafeArgv
      let code = unsafe LLVMFuzzerRunDriver(&count, &arguments) { start, length in
        let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: length))
        if let violation = unsafe Fuzz.chosen?.violation(of: bytes) {
          print(violation)
          fflush(nil)
          abort()
        }
        return 0
      }
      exit(code)
    }

    // The callback is a C function, which captures nothing; it runs on this thread alone.
    nonisolated(unsafe) private static var chosen: FuzzedParser?
  #else
    private static func run(_ parser: FuzzedParser) {
      var isSound = true
      for path in CommandLine.arguments.dropFirst() {
        guard let violation = parser.violation(of: bytes(of: path)) else { continue }
        print("\(path): \(violation)")
        isSound = false
      }
      exit(isSound ? 0 : 1)
    }

    private static func bytes(of path: String) -> [UInt8] {
      guard let file = unsafe fopen(path, "r") else { return [] }
      defer { unsafe fclose(file) }
      var bytes: [UInt8] = []
      while case let byte = unsafe getc(file), byte >= 0 { bytes.append(UInt8(byte)) }
      return bytes
    }
  #endif
}
