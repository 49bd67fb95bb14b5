import FlashCommand
import FlashTestSupport
import Testing

@Suite struct StreamsTests {
  @Test("a full disk ends with 74, however much was written", arguments: ["1", "100000"])
  func full(times: String) throws {
    try TestHome.with { home in
      for arguments in [["list"], ["list", "--json"]] {
        let result = try home.run(
          "flash-sample", arguments + ["--repeat", times], output: .file("/dev/full"))
        #expect(result.code == 74)
        #expect(result.errors.contains("No space left on device"))
      }
    }
  }

  @Test(
    "a reader that has gone ends the command quietly, SIGPIPE ignored or not",
    arguments: [false, true])
  func brokenPipe(ignored: Bool) throws {
    try TestHome.with { home in
      let result = try home.run(
        "flash-sample", ["list", "--repeat", "100000"], output: .brokenPipe,
        ignoringBrokenPipe: ignored)
      #expect(result.status == .signaled(13))
      #expect(result.errors.isEmpty)
    }
  }

  @Test("what was written before a failure is kept")
  func partial() {
    let result = sample("fail X")
    #expect(result.output == "begun\n")
    #expect(result.errors == "flash-sample: no deck 'X'\nhint: flash sample list\n")
    #expect(result.ending == .code(.notFound))
  }

  @Test("lines are read whole, across chunks, with or without an end to the last")
  func lines() throws {
    let long = String(repeating: "x", count: 200_000)
    let input = InputStream(bytes: "a\r\n\n\(long)\nlast".utf8)
    var lines: [String] = []
    while let line = try input.textLine() { lines.append(line) }
    #expect(lines == ["a", "", long, "last"])
  }

  @Test("names may end in NUL, and newlines are then part of them")
  func null() throws {
    let input = InputStream(bytes: "a\nb\0c\r\0".utf8)
    #expect(try input.textLine(endedBy: .null) == "a\nb")
    #expect(try input.textLine(endedBy: .null) == "c\r")
    #expect(try input.textLine(endedBy: .null) == nil)
    #expect(sample(["wait", "-0"], input: "x\ny\0").output == "ready\nx\ny\0")
  }

  @Test("a line past the limit, and bytes that are no UTF-8, are refused with their place")
  func refused() {
    let long = sample(["wait"], input: "ok\n" + String(repeating: "x", count: 1_001) + "\n")
    #expect(
      long.errors == "flash-sample: standard input:2: the line is longer than 1000 bytes\n")
    #expect(long.ending == .code(.badInput))
    let invalid = InputStream(bytes: [0x61, 0x0A, 0x62, 0xC3, 0x28])
    #expect(throws: Never.self) { try invalid.textLine() }
    #expect(throws: StreamError.notUTF8(stream: "standard input:2", offset: 1)) {
      try invalid.textLine()
    }
  }

  @Test("a pipe is read in pieces as they come")
  func pipe() throws {
    try TestHome.with { home in
      let names = (0..<50_000).map { "name \($0)\n" }.joined()
      let result = try home.run("flash-sample", ["wait"], input: .text(names))
      #expect(result.output == "ready\n" + names)
    }
  }
}
