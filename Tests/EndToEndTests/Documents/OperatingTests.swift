import FlashTestSupport
import Foundation
import Testing

/// What docs/operating.md shows of administration is what happens, with a real server.
@Suite("Operating a server") struct OperatingTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("docs/operating.md")

  /// Runs the script on standard input beside a server of its own, whose address it is told.
  private static let besideServer = """
    flash serve --listen 127.0.0.1:0 >address 2>server.log &
    server=$!
    trap 'kill $server; wait $server 2>/dev/null' EXIT
    for i in $(seq 1 300); do [ -s address ] && break; sleep 0.1; done
    FLASH_SERVER=http://$(sed 's,^http://,,' address)
    export FLASH_SERVER

    """

  private static var isWritten: Bool {
    ProcessInfo.processInfo.environment["FLASH_WRITE_GOLDENS"] != nil
  }

  @Test("every line of the page prints what it shows")
  func page() throws {
    var document = ConsoleDocument(
      String(decoding: try Data(contentsOf: OperatingTests.file), as: UTF8.self))
    let steps = document.parts.flatMap { part in
      if case .session(let steps) = part { steps } else { [ConsoleStep]() }
    }
    let commands = steps.compactMap(\.command)
    #expect(commands.count == steps.count && commands.count > 15)
    var printed = try OperatingTests.outputs(of: commands)[...]
    #expect(printed.count == commands.count)
    for (place, part) in document.parts.enumerated() {
      guard case .session(var steps) = part else { continue }
      for index in steps.indices {
        let output = printed.popFirst() ?? ""
        if !OperatingTests.isWritten {
          #expect(steps[index].output == output, "\(steps[index].prompt)")
        }
        steps[index].output = output
      }
      document.parts[place] = .session(steps)
    }
    if OperatingTests.isWritten { try Data(document.text.utf8).write(to: OperatingTests.file) }
  }

  /// What each line prints, on both streams as they come.
  private static func outputs(of commands: [String]) throws -> [String] {
    try TestHome.with { home in
      home.environment["PATH"] = "\(Executable.productFolder):/usr/bin:/bin"
      home.environment["FLASH_EXEC_PATH"] = Executable.productFolder
      // The server's clock goes on, and so does that of whoever looks at it.
      home.environment["FLASH_NOW"] = nil
      var script = besideServer
      for command in commands { script += "{ \(command)\n} 2>&1; printf '\\036'\n" }
      let outcome = try Executable(path: "/bin/bash").run(
        ["-c", script], environment: home.environment, in: home.folder.path)
      return outcome.output.split(separator: "\u{1E}", omittingEmptySubsequences: false)
        .dropLast().map(String.init)
    }
  }
}
