import FlashCommand
import Testing

@testable import flash

@Suite("Global options")
struct GlobalOptionsTests {
  private func options(_ line: String) throws -> GlobalOptions {
    try GlobalOptions(ArgumentVector(line.split(separator: " ").map(String.init)))
  }

  @Test("reading stops at the first operand, which keeps its options")
  func stops() throws {
    let options = try options("-C a -Cb -c x.y=1 -cx.z --store=f --color never study -C c --help")
    #expect(options.folders == ["a", "b"])
    #expect(options.settings.map(\.key) == ["x.y", "x.z", "color.ui"])
    #expect(options.settings.map(\.value) == ["1", nil, "never"])
    #expect(options.storePath == "f")
    #expect(options.count == 9)
    #expect(options.question == nil)
  }

  @Test("two hyphens end the options, one is an operand")
  func ends() throws {
    #expect(try options("--no-input -- -x").count == 2)
    #expect(try options("- x").count == 0)
  }

  @Test("a question ends the options and leaves the rest to its answer")
  func questions() throws {
    #expect(try options("--help study").count == 1)
    #expect(try options("-h --nonsense").count == 1)
    guard case .listCommands("main,alias") = try options("--list-cmds=main,alias x").question else {
      Issue.record("no list was asked for")
      return
    }
  }

  @Test("the exec path is taken attached, and asked for alone")
  func execPath() throws {
    #expect(try options("--exec-path=/x study").execPath == "/x")
    guard case .execPath = try options("--exec-path /x").question else {
      Issue.record("the exec path was not asked for")
      return
    }
  }

  @Test("the later of two opposites wins")
  func opposites() throws {
    #expect(try options("--no-input --input x").mayPrompt == true)
    #expect(try options("--no-pager --pager x").settings.isEmpty)
    #expect(try options("--no-pager x").settings.map(\.value) == [""])
  }

  @Test(
    "what is no option is refused",
    arguments: [
      ("--colour=x", DispatchError.unknownOption("--colour", near: ["--color"])),
      ("-x", .unknownOption("-x", near: [])),
      ("-C", .missingArgument(option: "-C")),
      ("--no-pager=1", .unexpectedArgument(option: "--no-pager")),
      (
        "--color=blue",
        .badValue(option: "--color", value: "blue", expected: "one of auto, always, never")
      ),
      ("--store=", .badValue(option: "--store", value: "", expected: "a file")),
      ("-c nodot=1", .configuration(.invalidKey("nodot"))),
    ])
  func refused(line: String, error: DispatchError) {
    #expect(throws: error) { try options(line) }
  }
}
