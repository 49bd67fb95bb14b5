import FlashTestSupport
import Foundation
import Testing

@testable import FlashCommand

@Suite struct BoundedProcessTests {
  private func shell(
    _ script: String, input: String = "", within time: Duration = .seconds(20),
    keeping limit: Int = 1_000
  ) -> BoundedProcess.Report {
    BoundedProcess.run(
      ["/bin/sh", "-c", script], environment: ["PATH": "/usr/bin:/bin", "X": "y"],
      input: Array(input.utf8), within: time, keeping: limit)
  }

  @Test("a program reads its input, sees its environment and nothing else, and both outputs come")
  func streams() {
    let report = shell("cat; echo \" $X$HOME\"; echo no >&2; exit 3", input: "yes")
    #expect(report.ending == .exited(3))
    #expect(String(decoding: report.output, as: UTF8.self) == "yes y\n")
    #expect(String(decoding: report.errors, as: UTF8.self) == "no\n")
  }

  @Test("one that reads nothing does not end us, however much there was to read")
  func earlyEnd() {
    let much = String(repeating: "x", count: 1_000_000)
    #expect(shell("exec <&-; exit 0", input: much).ending == .exited(0))
    #expect(shell("wc -c", input: much).output == Array("1000000\n".utf8))
  }

  @Test("of much output the first part is kept, and the rest is in nobody's way")
  func muchOutput() {
    let report = shell("head -c 3000000 /dev/zero; echo done >&2", keeping: 10)
    #expect(report.output == [UInt8](repeating: 0, count: 10))
    #expect(report.errors == Array("done\n".utf8))
    #expect(report.isSuccess)
  }

  @Test("one that takes too long is killed with what it has started")
  func timeLimit() throws {
    try TemporaryFolder.with { folder in
      let file = folder.path(of: "pid")
      let report = shell(
        "sleep 100 & echo $! >\(file); trap '' TERM; echo begun; wait", within: .seconds(3))
      #expect(report.ending == .timedOut)
      #expect(report.output == Array("begun\n".utf8))
      let process = try #require(
        pid_t(folder.text(of: "pid").trimmingCharacters(in: .whitespacesAndNewlines)))
      #expect(isGone(process))
    }
  }

  @Test("a daemon that it leaves behind is not waited for, although it holds the pipes")
  func daemon() throws {
    let begin = ContinuousClock.now
    let report = shell("(sleep 30; :) & echo $!")
    #expect(report.isSuccess)
    #expect(ContinuousClock.now - begin < .seconds(10))
    let process = try #require(
      pid_t(
        String(decoding: report.output, as: UTF8.self).trimmingCharacters(
          in: .whitespacesAndNewlines)))
    kill(-getpgid(process), SIGKILL)
  }

  @Test("it can be given up, and ends by the signal it meets")
  func endings() {
    let report = BoundedProcess.run(
      ["/bin/sleep", "100"], environment: [:], within: .seconds(50), isCancelled: { true })
    #expect(report.ending == .cancelled)
    #expect(shell("kill -9 $$").ending == .signalled(Signal(number: SIGKILL)))
  }

  @Test("what cannot be run says why")
  func cannotRun() {
    #expect(
      BoundedProcess.run(["/nowhere"], environment: [:], within: .seconds(5)).ending
        == .cannotRun("No such file or directory"))
  }

  @Test("it has no terminal, and the signals a program expects")
  func terminal() {
    #expect(shell("exec 2>/dev/null; : </dev/tty").ending != .exited(0))
    #expect(shell("yes | head -1").output == Array("y\n".utf8))
  }

  private func isGone(_ process: pid_t) -> Bool {
    for _ in 0..<2_000 {
      // A killed process stays until whoever adopted it looks.
      let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      if status == nil || status?.contains(") Z") == true { return true }
      usleep(1_000)
    }
    return false
  }
}
