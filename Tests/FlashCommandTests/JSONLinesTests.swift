import FlashCommand
import FlashModel
import FlashTestSupport
import Testing

@testable import flash_sample

@Suite struct JSONLinesTests {
  private static let whole = """
    {"name":"Chemistry","due_count":0,"next_due_at":null}
    {"name":"Spanish::Verbs","due_count":12,"next_due_at":"2023-11-24T08:21:06.250Z"}

    """

  @Test("each row is one object a line, unknown values are null")
  func all() { #expect(sample("list --json").output == Self.whole) }

  @Test("the fields are those that were asked for, in that order")
  func selected() {
    #expect(
      sample("list --json=due_count,name").output
        == #"{"due_count":0,"name":"Chemistry"}"# + "\n"
        + #"{"due_count":12,"name":"Spanish::Verbs"}"# + "\n")
  }

  @Test(
    "an unknown field is a usage error that lists the fields, on standard error as JSON",
    arguments: ["list --json=name,nam", "list --json=", "list --json=name,"])
  func unknown(line: String) throws {
    let result = sample(line)
    #expect(result.output.isEmpty)
    #expect(result.ending == .code(.usage))
    let report = try JSONValue(parsing: Array(result.errors.utf8.dropLast()))
    #expect(report["exit"] == .integer(64))
    #expect(report["error"]?["code"] == .string("unknown_field"))
    guard case .string(let message)? = report["error"]?["message"] else { throw Exit(.bug) }
    #expect(message.hasSuffix("the fields are name, due_count, next_due_at"))
  }

  @Test("help for fields gives name and type")
  func fieldHelp() {
    #expect(
      sample("list --json=help").output == "name\tstring\ndue_count\tinteger\nnext_due_at\ttime\n")
  }

  @Test(
    "a template fills fields in and knows braces and escapes",
    arguments: [
      ("{name}", "Chemistry\nSpanish::Verbs\n"),
      (
        #"{due_count}\t{name}|{next_due_at}|{name}"#,
        "0\tChemistry||Chemistry\n12\tSpanish::Verbs|2023-11-24T08:21:06.250Z|Spanish::Verbs\n"
      ),
      ("{{x}}", "{x}\n{x}\n"),
    ])
  func template(text: String, answer: String) {
    let result = sample(["list", "--template", text])
    #expect(result.output == answer)
    #expect(result.errors.isEmpty)
  }

  @Test("a bad template is a usage error", arguments: ["{nam}", "{name", "name}"])
  func badTemplate(text: String) {
    #expect(sample(["list", "--template=\(text)"]).ending == .code(.usage))
  }

  @Test("jq gets the lines and writes to standard output")
  func jq() throws {
    try TestHome.with { home in
      let result = try home.run("flash-sample", ["list", "--jq", "select(.due_count > 0) | .name"])
      #expect(result.output == "\"Spanish::Verbs\"\n")
      #expect(result.code == 0)
    }
  }

  @Test("without jq the code says that a helper is missing")
  func noJQ() throws {
    try TestHome.with { home in
      home.environment["PATH"] = home.folder.path
      // By its path: env(1) is not on this PATH either.
      let result = try Executable.built("flash-sample").run(
        ["list", "--jq", "."], environment: home.environment)
      #expect(result.code == 69)
      #expect(result.errors.contains(#""code":"helper_missing""#))
    }
  }

  @Test("an expression that jq refuses is a usage error, one that stops early is none")
  func jqEnds() throws {
    try TestHome.with { home in
      let refused = try home.run("flash-sample", ["list", "--jq", "]"])
      #expect(refused.code == 64)
      let early = try home.run(
        "flash-sample", ["list", "--repeat=20000", "--jq", "first(inputs) | .name | halt"])
      #expect(early.code == 0)
      #expect(early.errors.isEmpty)
    }
  }
}
