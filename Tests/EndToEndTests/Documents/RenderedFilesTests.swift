import Foundation
import FlashTestSupport
import Testing

/// Manual pages and completion scripts are committed as the programs render them; `make man` writes
/// them anew.
@Suite("Rendered files")
struct RenderedFilesTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func stored(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: Self.root.appendingPathComponent(path)), as: UTF8.self)
  }

  private static let pages =
    ((try? FileManager.default.contentsOfDirectory(atPath: root.path + "/man")) ?? []).sorted()

  @Test("every page is what its program renders", arguments: pages)
  func page(name: String) throws {
    let program = String(name.dropLast(2))
    let isProgram = FileManager.default.isExecutableFile(
      atPath: Executable.built(program).path)
    let rendered =
      program != "flash" && isProgram
      ? try Executable.built(program).run(["__manual"])
      : try Executable.built("flash").run(["__manual", name.hasSuffix(".1") ? program : name])
    #expect(rendered.output == (try stored("man/\(name)")), "run 'make man'")
  }

  @Test("every command that ships has a page")
  func complete() throws {
    let names = try Executable.built("flash").run(
      ["--list-cmds=main"], environment: ["PATH": "/none"])
    let aliases: Set = ["add", "due", "list", "login", "search", "stats", "undo"]
    for name in names.output.split(separator: "\n").map(String.init) where !aliases.contains(name) {
      #expect(Self.pages.contains("flash-\(name).1"))
    }
  }

  @Test("mandoc finds no fault in any page", arguments: pages)
  func lint(name: String) throws {
    let outcome = try Executable(path: "/usr/bin/mandoc").run(
      ["-Tlint", "-Wwarning", Self.root.path + "/man/\(name)"], environment: ["PATH": "/usr/bin"])
    #expect(outcome.output == "")
    #expect(outcome.errors == "")
  }

  @Test(
    "every completion script is what flash prints, and its shell can read it",
    arguments: [("bash", "flash.bash"), ("zsh", "_flash"), ("fish", "flash.fish")])
  func script(shell: String, name: String) throws {
    let printed = try Executable.built("flash").run(["completion", shell])
    #expect(printed.output == (try stored("completions/\(name)")), "run 'make man'")
    let path = shell == "bash" ? "/bin/bash" : "/usr/bin/\(shell)"
    let check = try Executable(path: path).run(
      ["-n", Self.root.path + "/completions/\(name)"], environment: ["HOME": "/nonexistent"])
    #expect(check.status == .exited(0), "\(check.errors)")
  }
}
