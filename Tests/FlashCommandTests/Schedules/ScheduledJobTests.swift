import FlashModel
import FlashTestSupport
import Testing

@testable import FlashCommand

@Suite struct ScheduledJobTests {
  static func job(
    _ arguments: [String] = ["remind"], at times: [String] = ["8:00"],
    program: String = "/opt/flash/flash-study", environment: [String: String] = [:]
  ) throws -> ScheduledJob {
    try ScheduledJob(
      "flash-remind", summary: "tell 100% of it", origin: "flash study remind schedule",
      program: program, arguments: arguments,
      times: try #require(ScheduleTimes(times.compactMap { ScheduleTime(argument: $0) })),
      in: CommandContext(program: "flash-study", environment: Environment(environment)))
  }

  @Test("the variables that lead to one's files go with the job, a relative store as absolute")
  func variables() throws {
    let job = try Self.job(environment: [
      "XDG_CONFIG_HOME": "/c", "FLASH_STORE": "my.db", "FLASH_TOKEN": "secret", "HOME": "/h",
    ])
    #expect(
      job.variables.map { "\($0.name)=\($0.value)" }
        == ["FLASH_STORE=//my.db", "XDG_CONFIG_HOME=/c"])
  }

  @Test("a line break has no place in a job")
  func lineBreaks() throws {
    #expect(throws: ScheduleError.badText("a\nb")) { try Self.job(["a\nb"]) }
  }

  @Test("the units are what systemd reads, quoted where it must be")
  func units() throws {
    let units = TimerUnits(
      try Self.job(
        ["remind", "--", "5% \"$x\" \\"], at: ["8:00", "9:30"], program: "/opt/my flash/x",
        environment: ["XDG_DATA_HOME": "/a b%"]))
    #expect(
      units.service == """
        # Written by flash, and replaced by 'flash study remind schedule'.
        [Unit]
        Description=tell 100%% of it

        [Service]
        Type=oneshot
        Environment="XDG_DATA_HOME=/a b%%"
        ExecStart="/opt/my flash/x" remind -- "5%% \\"$$x\\" \\\\"
        SuccessExitStatus=75

        """)
    #expect(
      units.timer == """
        # Written by flash, and replaced by 'flash study remind schedule'.
        [Unit]
        Description=tell 100%% of it

        [Timer]
        OnCalendar=*-*-* 08:00:00
        OnCalendar=*-*-* 09:30:00
        Persistent=true

        [Install]
        WantedBy=timers.target

        """)
  }

  @Test("systemd finds nothing to say about the units", arguments: [["8:00"], ["15m"], ["6h"]])
  func verified(times: [String]) throws {
    let verify = Executable(path: "/usr/bin/systemd-analyze")
    guard FileStatus.mayRun(verify.path) else { return }
    try TemporaryFolder.with { folder in
      let units = TimerUnits(
        try Self.job(["remind", "--", "a $x%"], at: times, program: "/usr/bin/env"))
      try folder.write(units.service, to: "flash-remind.service")
      try folder.write(units.timer, to: "flash-remind.timer")
      let outcome = try verify.run(
        ["--user", "verify", "./flash-remind.timer", "./flash-remind.service"],
        environment: ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path], in: folder.path)
      #expect(outcome.output + outcome.errors == "")
      #expect(outcome.code == 0)
    }
  }
}
