import Testing

/// Rules that hold for every file of Sources.
@Suite struct SourceTests {
  @Test("unsafe code stands in the boundary files alone, and their list is kept")
  func unsafeFiles() throws {
    let listed = try Project.text("Tests/LayoutTests/UnsafeFiles.txt").split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map(String.init)
    let found = try Project.sources.filter { path in
      try Project.codeLines(of: path, ifAny: ["unsafe "]).contains {
        $0.text.contains(#/\bunsafe\s/#)
      }
    }
    #expect(found == listed)
  }

  @Test("base names are unique in a target")
  func names() {
    var seen: [String: String] = [:]
    for path in Project.sources {
      let key = Project.target(of: path) + "/" + path.split(separator: "/").last!
      #expect(seen[key] == nil, "\(path) and \(seen[key] ?? "")")
      seen[key] = path
    }
    #expect(seen.count > 100)
  }

  @Test("no file is longer than 400 lines")
  func lengths() throws {
    for path in Project.sources {
      let count =
        try Project.text(path).split(separator: "\n", omittingEmptySubsequences: false)
        .count - 1
      #expect(count <= 400, "\(path) has \(count)")
    }
  }

  @Test("nothing imports Foundation")
  func foundation() throws {
    for path in Project.sources {
      #expect(try !Project.text(path).contains("import Foundation"), "\(path)")
    }
  }

  @Test("only the command kit prints, reads the environment or the clock, and exits")
  func edges() throws {
    let calls =
      /(?:^|[^.\w])(?:print|exit|_exit|getenv|secure_getenv|clock_gettime|gettimeofday)\(|\b(?:Glibc|Darwin)\.(?:exit|getenv|clock_gettime)\(|\bfatalError\(|\bContinuousClock\b/
    let marks = [
      "print(", "exit(", "getenv(", "clock_gettime(", "gettimeofday(", "fatalError",
      "ContinuousClock",
    ]
    for path in Project.sources where Project.target(of: path) != "FlashCommand" {
      for (number, line) in try Project.codeLines(of: path, ifAny: marks) {
        // The terminal measures how long a key is waited for; it tells nobody the time.
        if path.hasPrefix("Sources/FlashShared/FlashTerminal/"), line.contains("clock_gettime") {
          continue
        }
        #expect(!line.contains(calls) || line.contains("func "), "\(path):\(number): \(line)")
      }
    }
  }

  @Test("nothing is forced, and nothing is left to do")
  func shortcuts() throws {
    for path in Project.sources {
      let text = try Project.text(path)
      for mark in ["try!", " as! ", "TODO", "FIXME", "nonisolated(unsafe)"] {
        #expect(!text.contains(mark), "\(path): \(mark)")
      }
    }
  }

  @Test("the folders that everybody looks for are there")
  func folders() {
    let names = [
      "Package.swift", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile",
      ".ci/run",
      "Sources/flash", "Sources/flash-import", "Sources/flash-sync", "Sources/flash-study",
      "Sources/flash-admin", "Sources/FlashShared", "Tests",
      "man", "docs", "Examples",
    ]
    for name in names { #expect(Project.exists(name), "\(name)") }
    for name in [".ci/run", "Examples/demo.sh"] { #expect(Project.isExecutable(name), "\(name)") }
  }
}
