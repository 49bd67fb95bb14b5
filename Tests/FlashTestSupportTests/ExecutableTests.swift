import FlashTestSupport
import Testing

@Suite("Executable")
struct ExecutableTests {
  private let shell = Executable(path: "/bin/sh")

  @Test("code, output, errors and environment are the program's own")
  func outcome() throws {
    let outcome = try shell.run(
      ["-c", "cat; echo $A >&2; env | grep -c HOME; exit 7"],
      environment: ["A": "b", "PATH": "/usr/bin:/bin"], input: .text("in\n"))
    #expect(outcome.status == .exited(7))
    #expect(outcome.output == "in\n0\n")
    #expect(outcome.errors == "b\n")
  }

  @Test("a signal is told from a code")
  func signal() throws {
    #expect(try shell.run(["-c", "kill -TERM $$"]).status == .signaled(15))
  }

  @Test("input that is not read and output that is large block neither side")
  func largePipes() throws {
    let bytes = [UInt8](repeating: 65, count: 3_000_000)
    #expect(try Executable(path: "/bin/cat").run(input: .bytes(bytes)).outputBytes == bytes)
    #expect(try Executable(path: "/bin/true").run(input: .bytes(bytes)).status == .exited(0))
  }

  @Test("descriptors can be closed, full or broken")
  func descriptors() throws {
    let names = ["-c", "ls -l /proc/self/fd | sed -n 's/.* \\([0-9]\\) -> \\(.*\\)/\\1 \\2/p'"]
    let environment = ["PATH": "/usr/bin:/bin"]
    let closed = try shell.run(
      names, environment: environment, input: .closed, errors: .closed)
    #expect(!closed.output.contains("\n2 "))
    #expect(closed.output.hasPrefix("0 /proc"))
    let full = try shell.run(["-c", "echo x || exit 9"], output: .file("/dev/full"))
    #expect(full.code == 9)
    #expect(try Executable(path: "/usr/bin/yes").run(output: .brokenPipe).status == .signaled(13))
    let ignoring = try Executable(path: "/usr/bin/yes")
      .run(output: .brokenPipe, ignoringBrokenPipe: true)
    #expect(ignoring.status == .exited(1))
  }

  @Test("a program that hangs is killed with all it started, and what it wrote is told")
  func deadline() {
    #expect(throws: ExecutableError.timedOut("/bin/sh", output: "a\n", errors: "")) {
      try shell.run(
        ["-c", "echo a; sleep 100"], environment: ["PATH": "/bin:/usr/bin"],
        deadline: .seconds(3))
    }
  }

  @Test("a program starts in the folder it is given")
  func folder() throws {
    try TemporaryFolder.with { folder in
      let outcome = try Executable(path: "/bin/pwd").run(in: folder.path)
      #expect(outcome.output == folder.path + "\n")
    }
  }

  @Test("programs that run side by side do not hold each other's pipes", arguments: 0..<40)
  func parallel(index: Int) throws {
    let text = String(repeating: "\(index) ", count: 20_000)
    #expect(try Executable(path: "/bin/cat").run(input: .text(text)).output == text)
  }

  @Test("a program that is not there is an error")
  func missing() {
    #expect(throws: ExecutableError.cannotStart("/nowhere", errno: 2)) {
      try Executable(path: "/nowhere").run()
    }
  }
}
