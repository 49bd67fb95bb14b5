import FlashTestSupport
import Testing

@Suite struct SignalStateTests {
  /// Starts the sample in the background of a shell, sends it signals once it is ready, and gives
  /// back its exit code as the shell sees it.
  private func code(_ command: String, signals: String, prefix: String = "") throws -> String {
    try TestHome.with { home in
      let script = """
        mkfifo in; : >out
        \(prefix) \(Executable.productFolder)/flash-sample \(command) <in >out 2>err & pid=$!
        exec 9>in
        until grep -q ready out; do sleep 0.01; done
        for signal in \(signals); do kill -$signal $pid; sleep 0.05; done
        wait $pid; code=$?; cat err; echo $code
        """
      return try Executable(path: "/bin/sh").run(
        ["-c", script], environment: home.environment, in: home.folder.path
      ).output
    }
  }

  @Test(
    "a command that waits stops at a signal, quietly, and dies of it",
    arguments: [("TERM", "143\n"), ("HUP", "129\n"), ("INT", "130\n")])
  func stops(signal: String, answer: String) throws {
    #expect(try code("wait", signals: signal, prefix: "env --default-signal=INT") == answer)
  }

  @Test("a second interrupt ends a command that does not come to a safe point")
  func second() throws {
    #expect(
      try code("stuck", signals: "INT INT", prefix: "env --default-signal=INT") == "130\n")
  }

  @Test("a signal that the parent ignores stays ignored")
  func ignored() throws {
    #expect(
      try code("wait", signals: "HUP TERM", prefix: "env --ignore-signal=HUP") == "143\n")
  }

  @Test("the first signal is the one that counts")
  func first() throws {
    #expect(try code("stuck", signals: "TERM INT", prefix: "env --default-signal=INT") == "130\n")
  }
}
