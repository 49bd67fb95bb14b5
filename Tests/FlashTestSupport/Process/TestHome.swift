/// A home of a test's own and the environment that goes with it: nothing of the machine's user.
public struct TestHome: Sendable {
  public let folder: TemporaryFolder
  public var environment: [String: String]

  /// The moment that `FLASH_NOW` stops the clock at.
  public static let now = "2026-11-30T12:00:00Z"

  public init(in folder: TemporaryFolder) {
    self.folder = folder
    environment = [
      "HOME": folder.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "dumb",
      "TZ": "UTC", "FLASH_NOW": Self.now, "XDG_CONFIG_DIRS": folder.path(of: "etc/xdg"),
    ]
  }

  /// Calls `body` with a new home, which is gone afterwards.
  @discardableResult
  public static func with<Result>(_ body: (inout TestHome) throws -> Result) throws -> Result {
    try TemporaryFolder.with { folder in
      var home = TestHome(in: folder)
      return try body(&home)
    }
  }

  /// Runs the product `program` in this home, the folder it starts in.
  public func run(
    _ program: String, _ arguments: [String], input: ProcessInput = .text(""),
    output: ProcessOutput = .captured, errors: ProcessOutput = .captured,
    ignoringBrokenPipe: Bool = false, deadline: Duration = .seconds(60)
  ) throws -> ProcessOutcome {
    try Executable.built(program).run(
      arguments, environment: environment, input: input, output: output, errors: errors,
      in: folder.path, ignoringBrokenPipe: ignoringBrokenPipe, deadline: deadline)
  }

  /// Runs `flash` with arguments that hold no blanks.
  public func flash(_ arguments: String, input: ProcessInput = .text("")) throws -> ProcessOutcome {
    try run("flash", arguments.split(separator: " ").map(String.init), input: input)
  }

  /// Puts a shell script into `bin`, which is then the first folder of `PATH`.
  public mutating func install(_ name: String, _ script: String, mode: Int = 0o755) throws {
    try folder.write("#!/bin/sh\n\(script)\n", to: "bin/\(name)", mode: mode)
    environment["PATH"] = folder.path(of: "bin") + ":/usr/bin:/bin"
  }
}
