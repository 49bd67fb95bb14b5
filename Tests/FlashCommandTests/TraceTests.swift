import FlashCommand
import FlashTestSupport
import Testing

@Suite struct TraceTests {
  @Test(
    "a secret is blotted out wherever it stands",
    arguments: [
      ("Authorization: Bearer abc.def", "Authorization: <redacted>"),
      ("a\nauthorization: Basic eHg=\r\nHost: h", "a\nauthorization: <redacted>\r\nHost: h"),
      ("POST /x?token=abc&limit=5", "POST /x?token=<redacted>&limit=5"),
      (#"{"password":"p w","name":"a"}"#, #"{"password":"<redacted>","name":"a"}"#),
      (#"{"refresh_token": "r"}"#, #"{"refresh_token": "<redacted>"}"#),
      ("run: login --password=hunter2 bob", "run: login --password=<redacted> bob"),
      ("the value s3cretvalue is known", "the value <redacted> is known"),
      ("tokens are counted: 12", "tokens are counted: 12"),
      ("password", "password"), ("token=", "token="), ("", ""),
    ])
  func redaction(text: String, shown: String) {
    #expect(Redaction(secrets: ["s3cretvalue", "x"]).applied(to: text) == shown)
  }

  @Test("the trace goes where the variable says, and the answer stays clean")
  func targets() throws {
    try TestHome.with { home in
      let answer = try home.run("flash-sample", ["list"]).output
      for value in ["1", "2", "true"] {
        home.environment["FLASH_TRACE"] = value
        let result = try home.run("flash-sample", ["list"])
        #expect(result.output == answer)
        #expect(result.errors.hasPrefix("12:00:00Z flash-sample: run: list\n"))
      }
      for value in ["", "0", "false"] {
        home.environment["FLASH_TRACE"] = value
        #expect(try home.run("flash-sample", ["list"]).errors.isEmpty)
      }
      let file = home.folder.path(of: "trace")
      home.environment["FLASH_TRACE"] = file
      home.environment["FLASH_TOKEN"] = "s3cret"
      #expect(try home.run("flash-sample", ["list", "s3cret"]).code == 66)
      #expect(try home.run("flash-sample", ["list"]).errors.isEmpty)
      let lines = try home.folder.text(of: "trace").split(separator: "\n")
      #expect(lines.first == "12:00:00Z flash-sample: run: list <redacted>")
      #expect(lines.count == 4)
      #expect(try home.folder.mode(of: "trace") == 0o600)
    }
  }

  @Test("a place that cannot be traced to is a warning", arguments: ["7", "relative", "/no/such"])
  func badTarget(value: String) throws {
    try TestHome.with { home in
      home.environment["FLASH_TRACE"] = value
      let result = try home.run("flash-sample", ["list"])
      #expect(result.code == 0)
      #expect(result.errors.hasPrefix("flash-sample: warning: FLASH_TRACE: "))
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }
}
