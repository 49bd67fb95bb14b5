import FlashTestSupport
import Testing

@testable import FlashTerminal

@Suite("Pager")
struct PagerTests {
  @Test(
    "the first variable that is set chooses, empty and cat choose none",
    arguments: [
      ("more", "less -S", "more"), (nil, "less -S", "less -S"), ("", "less", nil),
      ("cat", nil, nil), (nil, "", nil),
    ] as [(String?, String?, String?)])
  func choice(flashPager: String?, pager: String?, expected: String?) {
    #expect(Pager(flashPager: flashPager, pager: pager)?.command == expected)
  }

  @Test(
    "text needs a pager when it does not leave a row to the prompt",
    arguments: [(5, 10, false), (6, 10, true), (5, 21, true), (0, 0, false)])
  func needed(lines: Int, width: Int, expected: Bool) {
    let text = [StyledLine](
      repeating: StyledLine(String(repeating: "x", count: width)), count: lines)
    #expect(Pager.isNeeded(for: text, in: TerminalSize(columns: 20, rows: 6)) == expected)
  }

  @Test(
    "quitting early is success, a pager that is missing is not",
    arguments: [("head -n 1", true), ("true", true), ("no-such-pager", false)])
  func early(pager: String, shown: Bool) throws {
    let terminal = try PseudoTerminal(
      .built("terminal-probe"), ["page", "100000"], environment: ["PAGER": pager])
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.text.contains("shown \(shown)"))
    if pager.hasPrefix("head") { #expect(terminal.screen.lines.first == "line 1") }
  }

  @Test("LESS is FRX if nobody chose")
  func less() throws {
    for (given, seen) in [(nil, "FRX"), ("S", "S")] as [(String?, String)] {
      var environment = ["PAGER": "echo \"LESS=$LESS\"; cat >/dev/null"]
      environment["LESS"] = given
      let terminal = try PseudoTerminal(
        .built("terminal-probe"), ["page", "1"], environment: environment)
      #expect(try terminal.waitForEnd() == .exited(0))
      #expect(terminal.screen.lines.first == "LESS=\(seen)")
    }
  }
}
