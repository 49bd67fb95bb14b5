import FlashCommand
import FlashModel
import Testing

private struct SampleError: UserFacingError {
  var message = "notes.csv:14: column 3: not a number: 'x'"
  var hint: String? = "use --strict=no"
  var code = "malformed"
  var kind = FailureKind.badInput
}

@Suite struct ErrorReportTests {
  @Test("people read program, place and one hint")
  func text() {
    #expect(
      ErrorReport(SampleError()).text(program: "flash-import")
        == "flash-import: notes.csv:14: column 3: not a number: 'x'\nhint: use --strict=no\n")
    #expect(
      ErrorReport(SampleError(hint: nil)).text(program: "flash")
        == "flash: notes.csv:14: column 3: not a number: 'x'\n")
  }

  @Test("scripts read one line with code, message, hint and exit code")
  func json() {
    #expect(
      ErrorReport(SampleError(message: "a \"b\"\n\\\u{1}", hint: nil)).json
        == #"{"error":{"code":"malformed","message":"a \"b\"\n\\\u0001","hint":null},"exit":65}"#
        + "\n")
  }

  @Test("a name in a message cannot drive the terminal")
  func controls() {
    #expect(
      ErrorReport(SampleError(message: "'a\u{1b}[2J\nb\u{202e}'", hint: nil)).text(program: "flash")
        == "flash: 'a\\u{1b}[2J\\u{a}b\\u{202e}'\n")
  }

  @Test("an error that is none of ours is a fault of flash")
  func unknown() {
    struct Odd: Error {}
    let report = ErrorReport(Odd())
    #expect(report.exitCode == .bug)
    #expect(report.code == "internal_error")
  }

  @Test("the runner prints the report in the form that was asked for, and gives its code")
  func runner() {
    var people = CommandContext(program: "flash-import", arguments: ["a"])
    #expect(CommandProcess.run(&people) { _ in throw SampleError() } == .code(.badInput))
    #expect(people.errors.captured == ErrorReport(SampleError()).text(program: "flash-import"))
    var script = CommandContext(program: "flash-import", arguments: ["--json=id", "a"])
    #expect(CommandProcess.run(&script) { _ in throw SampleError() } == .code(.badInput))
    #expect(script.errors.captured == ErrorReport(SampleError()).json)
  }

  @Test("a command that only gives a code, or was interrupted, says nothing")
  func quiet() {
    var context = CommandContext(program: "flash-study")
    #expect(CommandProcess.run(&context) { _ in throw Exit(.failure) } == .code(.failure))
    #expect(
      CommandProcess.run(&context) { _ in throw Interrupted(by: .interrupt) } == .signal(.interrupt)
    )
    #expect(context.errors.captured.isEmpty)
  }
}
