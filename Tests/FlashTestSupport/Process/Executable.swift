import Foundation

/// A program that tests run: one that this package builds, or any other.
public struct Executable: Sendable, Hashable {
  public let path: String

  /// The program at the absolute `path`.
  public init(path: String) { self.path = path }

  /// The product `name` of this package, from beside the test bundle.
  public static func built(_ name: String) -> Executable {
    Executable(path: productFolder + "/" + name)
  }

  /// The path of the product `name`, links resolved, as the product itself sees it.
  public static func resolved(_ name: String) -> String {
    URL(fileURLWithPath: productFolder).resolvingSymlinksInPath().path + "/" + name
  }

  /// Where the products of this package are.
  public static let productFolder = Bundle.main.bundleURL.path

  /// Runs the program to its end and gathers what it wrote.
  /// - Parameters:
  ///   - environment: all that the program sees; nothing is inherited but settings of a sanitizer.
  ///   - folder: where it starts; nil for where the tests run.
  ///   - ignoringBrokenPipe: starts it with SIGPIPE ignored, as systemd does.
  ///   - deadline: how long it may take before it is killed, with all it has started.
  /// - Throws: ``ExecutableError``.
  public func run(
    _ arguments: [String] = [], environment: [String: String] = [:],
    input: ProcessInput = .text(""),
    output: ProcessOutput = .captured, errors: ProcessOutput = .captured, in folder: String? = nil,
    ignoringBrokenPipe: Bool = false, deadline: Duration = .seconds(60)
  ) throws -> ProcessOutcome {
    // What Swift cannot ask of posix_spawn, env(1) does before it becomes the program.
    var command = [path] + arguments
    if folder != nil || ignoringBrokenPipe {
      let signals = ignoringBrokenPipe ? ["--ignore-signal=PIPE"] : []
      command = ["/usr/bin/env", "-C", folder ?? "."] + signals + command
    }
    let spawned = try SpawnedProcess(
      command: command, environment: environment, input: input, output: output, errors: errors)
    return try spawned.finish(within: deadline * Sanitizer.patience)
  }
}

/// What a program reads as standard input.
public enum ProcessInput: Sendable {
  /// The bytes, then the end.
  case bytes([UInt8])
  /// The file at a path.
  case file(String)
  /// No descriptor 0 at all.
  case closed

  public static func text(_ text: String) -> ProcessInput { .bytes(Array(text.utf8)) }
}

/// Where standard output or standard error of a program leads.
public enum ProcessOutput: Sendable {
  case captured
  /// The file at a path, such as `/dev/full`.
  case file(String)
  /// A pipe that nobody reads any more.
  case brokenPipe
  /// No descriptor at all.
  case closed
}

/// How a program ended and what it wrote.
public struct ProcessOutcome: Sendable, Hashable {
  public enum Status: Sendable, Hashable {
    case exited(Int32)
    case signaled(Int32)
  }

  public let status: Status
  public let outputBytes: [UInt8]
  public let errorBytes: [UInt8]

  public init(status: Status, outputBytes: [UInt8], errorBytes: [UInt8]) {
    self.status = status
    self.outputBytes = outputBytes
    self.errorBytes = errorBytes
  }

  public var output: String { String(decoding: outputBytes, as: UTF8.self) }
  public var errors: String { String(decoding: errorBytes, as: UTF8.self) }

  /// The exit code; nil if a signal ended the program.
  public var code: Int32? {
    if case .exited(let code) = status { code } else { nil }
  }
}

/// Why a program could not be run to its end.
public enum ExecutableError: Error, Hashable {
  case cannotStart(String, errno: Int32)
  /// Killed at its deadline; what it had written until then.
  case timedOut(String, output: String, errors: String)
}
