import Testing

/// What documents say of the tree is true.
@Suite struct DocumentTests {
  @Test("every path that a document names exists", arguments: Project.documents)
  func paths(document: String) throws {
    let text = try Project.text(document)
    for path in text.codeSpans.flatMap(DocumentTests.expanded) where DocumentTests.isPath(path) {
      let name = path.hasSuffix("/") ? String(path.dropLast()) : path
      #expect(Project.exists(name), "\(document) names \(path)")
    }
  }

  @Test("every relative link leads to a file", arguments: Project.documents)
  func links(document: String) throws {
    let folder = document.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    for match in try Project.text(document).matches(of: /\]\(([^)\s]+)\)/) {
      let target = match.1.split(separator: "#", omittingEmptySubsequences: false)[0]
      if target.isEmpty || target.contains("://") || target.hasPrefix("mailto:") { continue }
      #expect(Project.exists(folder + target), "\(document) links to \(target)")
    }
  }

  @Test("every record of a decision is in the index, and no number is used twice")
  func decisions() throws {
    let records = Project.files(below: "docs/decisions", ending: ".md")
      .map { String($0.split(separator: "/").last!) }.filter { $0 != "README.md" }
    let index = try Project.text("docs/decisions/README.md")
    for record in records { #expect(index.contains("](\(record))"), "\(record)") }
    #expect(Set(records.map { $0.prefix(4) }).count == records.count)
  }

  /// Whether a word is meant as a path in this tree; `NAME` in it stands for any.
  private static func isPath(_ word: String) -> Bool {
    let tops = [
      "Sources/", "Tests/", "docs/", "man/", "Examples/", "Benchmarks/", "scripts/", "completions/",
      ".ci/", "Package.swift", "Makefile", "packages.txt",
    ]
    guard tops.contains(where: word.hasPrefix) else { return false }
    return !word.contains(" ") && !word.contains("NAME") && !word.contains("*")
  }

  /// `a/{b,c}.swift` names two files.
  private static func expanded(_ word: String) -> [String] {
    guard let found = word.firstMatch(of: /\{([^{}]*)\}/) else { return [word] }
    return found.1.split(separator: ",").flatMap { part in
      expanded("\(word[..<found.range.lowerBound])\(part)\(word[found.range.upperBound...])")
    }
  }
}
