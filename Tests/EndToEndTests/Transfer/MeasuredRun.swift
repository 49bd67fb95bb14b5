import FlashTestSupport

extension TestHome {
  /// Runs a program and measures its peak memory.
  ///
  /// The tests' own memory would count, as a program that is started begins in that of who starts it;
  /// so something small stands between.
  /// - Returns: how it ended, and KiB.
  func measured(
    _ program: String, _ arguments: [String], deadline: Duration = .seconds(60)
  ) throws -> (outcome: ProcessOutcome, peak: Int) {
    let script = """
      import resource, subprocess, sys
      code = subprocess.call(sys.argv[2:])
      with open(sys.argv[1], "w") as file:
          file.write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
      sys.exit(code)
      """
    let outcome = try Executable(path: "/usr/bin/python3").run(
      ["-c", script, folder.path(of: "peak"), Executable.built(program).path] + arguments,
      environment: environment, in: folder.path, deadline: deadline)
    return (outcome, Int(try folder.text(of: "peak")) ?? .max)
  }
}
