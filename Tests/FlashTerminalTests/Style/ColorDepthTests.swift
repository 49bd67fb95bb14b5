import Testing

@testable import FlashTerminal

@Suite("Colour depth")
struct ColorDepthTests {
  typealias Case = (ColorChoice, [String: String], Bool, ColorDepth)

  @Test(
    "the first rule that matches decides about colour",
    arguments: [
      (.auto, ["TERM": "xterm"], true, .sixteen),
      (.auto, ["TERM": "xterm"], false, .none),
      (.auto, ["TERM": "xterm-256color"], true, .indexed),
      (.auto, ["TERM": "xterm-256color", "COLORTERM": "truecolor"], true, .trueColor),
      (.auto, [:], true, .none),
      (.auto, ["TERM": "dumb"], true, .none),
      (.auto, ["TERM": "xterm", "NO_COLOR": "1"], true, .none),
      (.auto, ["TERM": "xterm", "NO_COLOR": ""], true, .sixteen),
      (.auto, ["TERM": "xterm", "NO_COLOR": "1", "CLICOLOR_FORCE": "1"], true, .none),
      (.auto, ["TERM": "dumb", "CLICOLOR_FORCE": "1"], false, .sixteen),
      (.auto, ["TERM": "xterm", "CLICOLOR_FORCE": "0"], false, .none),
      (.auto, ["TERM": "xterm", "CLICOLOR": "0"], true, .none),
      (.always, ["TERM": "dumb", "NO_COLOR": "1"], false, .sixteen),
      (.never, ["TERM": "xterm", "CLICOLOR_FORCE": "1"], true, .none),
    ] as [Case])
  func decision(choice: ColorChoice, variables: [String: String], tty: Bool, expected: ColorDepth) {
    #expect(ColorDepth(choice, in: ColorEnvironment(variables), isTerminal: tty) == expected)
  }
}
