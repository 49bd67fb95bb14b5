import Testing

@testable import FlashTerminal

@Suite("Progress")
struct ProgressLineTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("nothing is shown in the first half second, then at most ten updates a second")
  func pace() {
    var line = ProgressLine(.live, charset: .utf8)
    var drawn: [Int] = []
    for time in stride(from: 0, to: 1_000, by: 10)
    where !line.update("x", at: .milliseconds(time), columns: 80).isEmpty {
      drawn.append(time)
    }
    #expect(drawn == [500, 600, 700, 800, 900])
  }

  @Test("the line is drawn over itself, stays in its row and is erased once")
  func live() {
    var line = ProgressLine(.live, charset: .utf8)
    #expect(
      text(line.update("漢字 of 1000\n", at: .seconds(1), columns: 10)) == "\r漢字 of …\u{1B}[K")
    #expect(text(line.erase()) == "\r\u{1B}[K")
    #expect(line.erase().isEmpty)
  }

  @Test("nothing drawn is nothing to erase")
  func quick() {
    var line = ProgressLine(.live, charset: .utf8)
    #expect(line.update("x", at: .milliseconds(499), columns: 80).isEmpty)
    #expect(line.erase().isEmpty)
  }

  @Test("in a log there is a plain line every thirty seconds")
  func plain() {
    var line = ProgressLine(.plain, charset: .utf8)
    #expect(line.update("a", at: .seconds(29), columns: 80).isEmpty)
    #expect(text(line.update("b", at: .seconds(31), columns: 80)) == "b\n")
    #expect(line.update("c", at: .seconds(60), columns: 80).isEmpty)
    #expect(text(line.update("d", at: .seconds(61), columns: 80)) == "d\n")
    #expect(line.erase().isEmpty)
  }

  @Test(
    "the form follows the stream and the options",
    arguments: [
      (true, false, false, false, nil, .live), (false, false, false, false, nil, .none),
      (false, false, false, true, nil, .plain), (true, true, false, false, nil, .none),
      (true, false, true, true, nil, .none), (true, false, false, false, "true", .none),
      (true, false, false, false, "", .live),
    ] as [(Bool, Bool, Bool, Bool, String?, ProgressLine.Form)])
  func form(
    tty: Bool, dumb: Bool, quiet: Bool, verbose: Bool, ci: String?, expected: ProgressLine.Form
  ) {
    #expect(
      ProgressLine.Form(
        errorIsTerminal: tty, isDumb: dumb, isQuiet: quiet, isVerbose: verbose, ci: ci)
        == expected)
  }
}
