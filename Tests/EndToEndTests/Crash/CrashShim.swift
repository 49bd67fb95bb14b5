import FlashTestSupport
import Foundation

/// What is loaded into a program to count the calls by which it changes files, and to end or fail it
/// at one of them. `Tests/crash-shim/shim.c` describes it.
struct CrashShim {
  /// What happens at the call that is named.
  enum Fault: String, CaseIterable {
    /// SIGKILL before the call.
    case kill
    /// SIGKILL after half of a write.
    case torn
    /// It and all later ones fail with that error.
    case noSpace = "ENOSPC"
    case failingDisk = "EIO"
  }

  /// Built once for all tests.
  static let shared = Result { try CrashShim() }

  let library: String

  private init() throws {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("crash-shim/shim.c").path
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "flash-crash-shim-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    library = folder.appendingPathComponent("shim.so").path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let built = try Executable(path: "/usr/bin/env").run(
      [
        "sh", "-c",
        "for c in clang cc gcc; do command -v $c >/dev/null && exec $c \"$@\"; done; exit 1", "sh",
        "-O1", "-shared", "-fPIC", source, "-o", library, "-ldl",
      ], environment: ["PATH": path])
    guard built.code == 0 else { throw Failure(text: built.errors) }
  }

  struct Failure: Error {
    let text: String
  }

  /// Runs a program in a home with the fault at the call of that number; 0 is never.
  func run(
    _ call: CrashCall, in home: TestHome, _ fault: Fault = .kill, at number: Int = 0,
    log: String? = nil
  ) throws -> (outcome: ProcessOutcome, calls: Int) {
    var home = home
    home.environment["LD_PRELOAD"] = library
    home.environment["FLASH_SHIM_ROOT"] = home.folder.path(of: ".local")
    home.environment["FLASH_SHIM_COUNT"] = home.folder.path(of: "calls")
    home.environment["FLASH_SHIM_AT"] = "\(number)"
    home.environment["FLASH_SHIM_DO"] = fault.rawValue
    home.environment["FLASH_SHIM_LOG"] = log
    let outcome = try home.run(
      call.program, call.arguments, input: .text(call.input), deadline: .seconds(120))
    let bytes = try home.folder.bytes(of: "calls")
    return (outcome, bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) })
  }
}

/// A program with what it is given.
struct CrashCall: Sendable {
  var program: String
  var arguments: [String]
  var input = ""
}
