import Testing

/// What docs/architecture.md says of who imports whom.
@Suite struct LayerTests {
  private struct Row {
    let layer: Int
    let imports: Set<String>
  }

  private let manifest: Manifest
  /// By target.
  private let table: [String: Row]

  init() throws {
    manifest = try Manifest()
    let rows = try Project.text("docs/architecture.md").tableRows(under: "Who may import whom")
    table = Dictionary(
      rows.compactMap { row in
        guard row.count == 4, let layer = Int(row[0]), let name = row[1].codeSpans.first else {
          return nil
        }
        return (name, Row(layer: layer, imports: Set(row[2].codeSpans)))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The targets that have files below Sources.
  private var built: Set<String> {
    Set(Project.sources.map(Project.target))
      .union(Project.files(below: "Sources", ending: "module.modulemap").map(Project.target))
  }

  @Test("every target of Sources stands in Package.swift and in the table of layers")
  func complete() {
    #expect(table.count > 10)
    #expect(built == Set(table.keys))
    for name in built { #expect(manifest[name] != nil, "\(name)") }
  }

  @Test("Package.swift draws the arrows of the table, no more and no fewer")
  func drawn() {
    for (name, row) in table { #expect(manifest[name]?.imports == row.imports, "\(name)") }
  }

  @Test("no target names a dependency twice, as a merge that kept both sides would")
  func once() throws {
    for list in try Project.text("Package.swift").matches(of: /\[([^\[\]]*)\]/) {
      let names = list.1.matches(of: /"([A-Za-z][\w-]*)"/).map { $0.1 }
      #expect(Set(names).count == names.count, "\(names)")
    }
  }

  @Test("arrows point down")
  func down() throws {
    for (name, row) in table {
      for target in row.imports {
        let below = try #require(table[target], "\(name) imports \(target)")
        #expect(below.layer < row.layer, "\(name) imports \(target)")
      }
    }
  }

  @Test("a file imports what its target's arrows say, and every arrow is used")
  func imports() throws {
    let system: Set = ["Glibc", "Darwin", "Synchronization"]
    var used: [String: Set<String>] = [:]
    for path in Project.sources {
      let target = Project.target(of: path)
      let drawn = manifest[target]?.imports ?? []
      for (number, line) in try Project.text(path).codeLines where line.contains("import ") {
        let pattern =
          /\s*(?:@\w+ )?(?:(?:public|package|internal|fileprivate|private) )?import (?:(?:struct|class|enum|func|var|protocol|typealias) )?(\w+)/
        guard let found = try pattern.prefixMatch(in: line) else { continue }
        let name = String(found.1)
        #expect(
          drawn.contains(name) || system.contains(name), "\(path):\(number) imports \(name)")
        used[target, default: []].insert(name)
      }
    }
    for target in built where !target.hasPrefix("C") {
      let unused = (manifest[target]?.imports ?? []).subtracting(used[target] ?? [])
      // Every program may use the vocabulary; the manifest gives it to all of them.
      #expect(unused.subtracting(["FlashModel"]) == [], "\(target)")
    }
  }

  @Test("what the table says of a plugin holds: it imports no other")
  func plugins() {
    let plugins = Set(built.filter { $0.hasPrefix("flash-") })
    for target in manifest.targets where !target.isTest && built.contains(target.name) {
      #expect(target.imports.isDisjoint(with: plugins), "\(target.name)")
    }
  }
}
