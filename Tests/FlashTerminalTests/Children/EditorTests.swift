import FlashModel
import FlashTestSupport
import Testing

@testable import FlashTerminal

@Suite("Editor")
struct EditorTests {
  @Test(
    "the first variable that is set and not empty chooses",
    arguments: [
      ("a -x", "b", "c", false, "a -x"), (nil, "b", "c", false, "b"), (nil, "b", "c", true, "c"),
      ("", "", "", false, "vi"), (nil, nil, nil, true, "vi"),
    ] as [(String?, String?, String?, Bool, String)])
  func choice(flash: String?, visual: String?, editor: String?, isDumb: Bool, expected: String) {
    let chosen = Editor(flashEditor: flash, visual: visual, editor: editor, isDumb: isDumb)
    #expect(chosen.command == expected)
  }

  @Test("the command may carry options, the file may have any name")
  func options() throws {
    try TemporaryFolder.with { folder in
      try folder.write("old\n", to: "a 'b' $c.md")
      let terminal = try PseudoTerminal(
        .built("terminal-probe"), ["edit", folder.path(of: "a 'b' $c.md")],
        environment: ["EDITOR": "sed -i -e s/old/new/"])
      #expect(try terminal.waitForEnd() == .exited(0))
      #expect(terminal.screen.text.contains("edited"))
      #expect(try folder.text(of: "a 'b' $c.md") == "new\n")
    }
  }

  @Test(
    "an editor that fails is told with its status",
    arguments: [("exit 3 #", 3), ("kill $$ #", 143)])
  func failure(editor: String, status: Int32) throws {
    let terminal = try PseudoTerminal(
      .built("terminal-probe"), ["edit", "/dev/null"], environment: ["EDITOR": editor])
    #expect(try terminal.waitForEnd() == .exited(1))
    #expect(terminal.screen.text.contains("failed: editor '\(editor)' ended with status \(status)"))
    #expect(TerminalError.editorFailed(command: editor, status: status).kind == .cancelled)
  }

  @Test("a child sees no descriptor of ours")
  func descriptors() throws {
    // What the tests themselves were given is closed first.
    let script = """
      for fd in $(ls /proc/$$/fd); do [ "$fd" -gt 2 ] && eval "exec $fd>&-"; done
      exec "$PROBE" page 3
      """
    let terminal = try PseudoTerminal(
      Executable(path: "/bin/bash"), ["-c", script],
      environment: [
        "PROBE": Executable.built("terminal-probe").path,
        "PAGER": "cat >/dev/null; ls /proc/self/fd",
      ])
    #expect(try terminal.waitForEnd() == .exited(0))
    // 3 is the folder that ls itself reads.
    #expect(terminal.screen.lines.first?.split(separator: " ") == ["0", "1", "2", "3"])
  }
}
