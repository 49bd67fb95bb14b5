import FlashTestSupport
import Testing

@testable import FlashCommand

@Suite struct CrontabTextTests {
  private func text(_ table: CrontabText) -> String { String(decoding: table.bytes, as: UTF8.self) }

  @Test("a job is a line that ends in its name, its percent signs and quotes made plain")
  func lines() throws {
    let job = try ScheduledJobTests.job(
      ["remind", "--", "it's 5%"], environment: ["XDG_STATE_HOME": "/a b"])
    #expect(
      CrontabText.lines(of: job) == [
        "0 8 * * * XDG_STATE_HOME='/a b' /opt/flash/flash-study remind -- 'it'\\''s 5\\%'"
          + " # flash-remind"
      ])
  }

  @Test(
    "what was there before comes back byte for byte",
    arguments: [
      "", "0 1 * * * x\n", "MAILTO=me\n\n# flash-remind\n", "no end", "\n\n", "a\r\nb",
      "#0 8 * * * /opt/flash-study remind # flash-remind\n", "# flash-remind",
      "0 1 * * * x # not-flash-remind\n", "0 1 * * * x # flash-remind too\n",
    ])
  func restored(before: String) throws {
    var table = CrontabText(Array(before.utf8))
    table.set(try ScheduledJobTests.job(at: ["8:00", "9:30"]))
    let once = table
    #expect(text(table).hasPrefix(before))
    table.set(try ScheduledJobTests.job(at: ["8:00", "9:30"]))
    #expect(table == once)
    let wasThere = table.remove("flash-remind")
    #expect(wasThere)
    #expect(text(table) == before)
    let isThere = table.remove("flash-remind")
    #expect(!isThere)
  }

  @Test("a job that changes stays where it is among the lines of others")
  func inPlace() throws {
    var table = CrontabText(Array("a\n".utf8))
    table.set(try ScheduledJobTests.job(at: ["8:00", "9:30"]))
    table = CrontabText(table.bytes + Array("b\n".utf8))
    table.set(try ScheduledJobTests.job(at: ["1h"]))
    #expect(text(table) == "a\n0 * * * * /opt/flash/flash-study remind # flash-remind\nb\n")
  }

  @Test("a missing end of line is not taken back once others have written behind it")
  func joined() throws {
    var table = CrontabText(Array("a".utf8))
    table.set(try ScheduledJobTests.job())
    table = CrontabText(table.bytes + Array("b\n".utf8))
    table.remove("flash-remind")
    #expect(text(table) == "a\nb\n")
  }

  @Test("lines of others are never touched, whatever they are")
  func random() throws {
    for seed in UInt64(0)..<300 {
      var random = SeededRandom(seed: seed)
      let pieces = ["a", "\n", "#", " ", "0 8 * * * x", "%", "\u{FF}", "flash", "é", "\t"]
      var before: [UInt8] = []
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        before += Array(pieces[Int.random(in: 0..<pieces.count, using: &random)].utf8)
      }
      var table = CrontabText(before)
      for times in [["8:00"], ["2h"], ["9:15", "10:30"]] {
        table.set(try ScheduledJobTests.job(at: times))
      }
      table.remove("flash-remind")
      #expect(table.bytes == before, "seed \(seed)")
    }
  }
}
