import FlashTestSupport
import Foundation
import Testing

@testable import FlashCommand

/// The hook that may forbid, in a program of its own, and what holds for all hooks.
@Suite("Hooks") struct HookTests {
  private func withHook(
    _ script: String?, mode: Int = 0o755, _ body: (inout TestHome) throws -> Void
  ) throws {
    try TestHome.with { home in
      if let script {
        try home.folder.write(
          "#!/bin/sh\n\(script)\n", to: ".config/flash/hooks/pre-sync", mode: mode)
      }
      try body(&home)
    }
  }

  private func sync(_ home: TestHome, _ arguments: [String] = []) throws -> ProcessOutcome {
    try home.run("flash-sample", ["sync"] + arguments)
  }

  @Test("without a hook nothing is different")
  func none() throws {
    try withHook(nil) { (home) throws in
      #expect(
        try sync(home)
          == ProcessOutcome(
            status: .exited(0), outputBytes: Array("synced\n".utf8), errorBytes: []))
    }
  }

  @Test("a hook reads one line of JSON; what it writes goes to standard error")
  func payload() throws {
    try withHook("cat; echo fine >&2") { (home) throws in
      let outcome = try sync(home)
      #expect(outcome.output == "synced\n")
      #expect(
        outcome.errors == """
          {"version":1,"hook":"pre-sync","at":"2026-11-30T12:00:00Z","remote":"home"}
          fine

          """)
      #expect(try sync(home, ["-q"]).errors == "")
    }
  }

  @Test("a hook that fails forbids what it is asked before, and says why")
  func failing() throws {
    try withHook("echo hello; echo on battery >&2; exit 9") { (home) throws in
      let outcome = try sync(home)
      #expect(outcome.code == 1)
      #expect(outcome.output == "")
      #expect(outcome.errors == "flash-sample: hook 'pre-sync' ended with code 9: on battery\n")
    }
  }

  @Test("a slow hook is killed at its limit, with what it has started")
  func slow() throws {
    try withHook("sleep 50 & echo $! >\"$HOME/pid\"; wait") { (home) throws in
      try home.folder.write("[hooks]\ntimeout = 3\n", to: ".config/flash/config")
      let outcome = try sync(home)
      #expect(outcome.code == 1)
      #expect(
        outcome.errors == """
          flash-sample: hook 'pre-sync' took more than 3 s and was stopped
          hint: hooks.timeout is the limit; slow work belongs into the background

          """)
      let process = try home.folder.text(of: "pid").trimmingCharacters(in: .newlines)
      let end = ContinuousClock.now + .seconds(10)
      // Killed, but for a moment still there.
      while isAlive(process), ContinuousClock.now < end { usleep(1_000) }
      #expect(!isAlive(process))
    }
  }

  private func isAlive(_ process: String) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return status.map { !$0.contains(") Z") } ?? false
  }

  @Test("^C ends the wait for a hook")
  func interrupted() throws {
    try withHook("echo >\"$HOME/begun\"; sleep 50") { (home) throws in
      let outcome = try Executable(path: "/bin/bash").run(
        [
          "-c",
          """
          "$1" sync & while [ ! -e "$HOME/begun" ]; do sleep 0.01; done
          kill -TERM $!; wait $!; echo $?
          """, "bash", Executable.built("flash-sample").path,
        ], environment: home.environment, deadline: .seconds(20))
      #expect(outcome.output == "143\n")
    }
  }

  @Test(
    "a hook may close its input, write much, and leave a daemon behind",
    arguments: [
      "exec <&-; exit 0", "head -c 5000000 /dev/zero | tr '\\0' x; exit 0",
      "setsid sleep 20 & echo $! >\"$HOME/pid\"; exit 0",
    ])
  func harmless(script: String) throws {
    try withHook(script) { (home) throws in
      let begin = ContinuousClock.now
      let outcome = try sync(home, ["-q"])
      #expect(outcome.output == "synced\n")
      #expect(outcome.code == 0)
      #expect(ContinuousClock.now - begin < .seconds(15))
      if let pid = try? home.folder.text(of: "pid") {
        let process = try #require(pid_t(pid.trimmingCharacters(in: .newlines)))
        #expect(kill(process, 0) == 0)
        kill(process, SIGKILL)
      }
    }
  }

  @Test(
    "it sees no secret of ours, has no terminal, and knows which hook of which collection it is")
  func environment() throws {
    try withHook("env | cut -d= -f1 | sort | tr '\\n' ' '; echo; echo $FLASH_HOOK $FLASH_STORE") {
      (home) throws in
      home.environment.merge(
        [
          "FLASH_TOKEN": "s", "AWS_SECRET_ACCESS_KEY": "s", "FLASH_CONFIG_COUNT": "0",
          "FLASH_STORE": "my.db",
        ]) { $1 }
      let errors = try sync(home).errors
      #expect(
        errors == """
          FLASH_HOOK FLASH_NOW FLASH_STORE HOME LC_ALL PATH PWD TERM TZ XDG_CONFIG_DIRS \

          pre-sync \(home.folder.path)/my.db

          """)
    }
  }

  @Test("hooks are switched off by a setting, and within a hook")
  func disabled() throws {
    try withHook("exit 1") { (home) throws in
      #expect(try sync(home).code == 1)
      var other = home
      other.environment["FLASH_HOOK"] = "post-answer"
      #expect(try sync(other).output == "synced\n")
      try home.folder.write("[hooks]\nenabled = false\n", to: ".config/flash/config")
      #expect(try sync(home).output == "synced\n")
    }
  }

  @Test("one that is not executable is ignored, and one without an interpreter cannot be run")
  func notRunnable() throws {
    try withHook("exit 1", mode: 0o644) { (home) throws in
      let outcome = try sync(home)
      #expect(outcome.output == "synced\n")
      let path = home.folder.path(of: ".config/flash/hooks/pre-sync")
      #expect(
        outcome.errors
          == "flash-sample: warning: hook '\(path)' is ignored, for it is not executable\n")
      try home.folder.write("exit 0\n", to: ".config/flash/hooks/pre-sync", mode: 0o755)
      #expect(
        try sync(home).errors
          == "flash-sample: hook 'pre-sync' cannot be run: Exec format error\n")
    }
  }

  @Test(
    "a hook that somebody else could have written is not run",
    arguments: [
      (".config/flash", 0o777), (".config/flash/hooks", 0o775),
      (".config/flash/hooks/pre-sync", 0o757),
    ])
  func writable(name: String, mode: Int) throws {
    try withHook("exit 0") { (home) throws in
      let path = home.folder.path(of: name)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      let outcome = try sync(home)
      #expect(outcome.code == 77)
      #expect(
        outcome.errors == """
          flash-sample: hook 'pre-sync' is not run: others may write to '\(path)'
          hint: chmod go-w \(path)

          """)
    }
  }

  @Test("a hook of another user is not run")
  func otherOwner() throws {
    // Only root can give a file away.
    guard geteuid() == 0 else { return }
    try withHook("exit 0") { (home) throws in
      let path = home.folder.path(of: ".config/flash/hooks/pre-sync")
      #expect(unsafe chown(path, 12_345, 12_345) == 0)
      let outcome = try sync(home)
      #expect(outcome.code == 77)
      #expect(outcome.errors.contains("'\(path)' belongs to user 12345\n"))
    }
  }
}
