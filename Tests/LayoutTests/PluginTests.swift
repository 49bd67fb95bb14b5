import Testing

/// What every program that ships has besides its code.
@Suite struct PluginTests {
  /// `flash-deck` and the others.
  private let plugins = Set(Project.sources.map(Project.target).filter { $0.hasPrefix("flash-") })

  @Test("every program has a manual page")
  func pages() {
    for name in plugins.union(["flash"]) { #expect(Project.exists("man/\(name).1"), "\(name)") }
  }

  @Test("every program is in the list of commands, and every listed one is built")
  func listed() throws {
    let list = try Project.text("Sources/flash/CommandList.swift")
    guard let programs = list.firstMatch(of: /let programs: [\s\S]*?\n  \]/) else {
      Issue.record("no list of programs")
      return
    }
    let names = programs.0.matches(of: /name: "([\w-]+)"/).map { "flash-\($0.1)" }
    #expect(Set(names) == plugins)
  }

  @Test("the commands that README lists are those that ship, in the words of their own help")
  func readme() throws {
    let list = try Project.text("Sources/flash/CommandList.swift")
    let shipped = list.matches(of: /name: "([\w-]+)",\s+group: \.\w+,\s+abstract: "([^"]+)"/)
      .filter { $0.1 != "version" }.map { ["`flash \($0.1)`", String($0.2)] }
    let rows = try Project.text("README.md").tableRows(under: "Commands")
    #expect(Set(rows) == Set(shipped))
    #expect(rows.count == shipped.count)
  }

  @Test("every target has tests")
  func tests() throws {
    let manifest = try Manifest()
    let tested = manifest.targets.filter(\.isTest).reduce(into: Set<String>()) {
      $0.formUnion($1.imports)
    }
    for target in Set(Project.sources.map(Project.target)) {
      #expect(tested.contains(target), "\(target)")
    }
  }
}
