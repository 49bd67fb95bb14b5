import Foundation

/// The files of this package, as they stand beside the tests.
enum Project {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of the file at `path`, relative to the top.
  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appendingPathComponent(path)), as: UTF8.self)
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
  }

  static func isExecutable(_ path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: root.appendingPathComponent(path).path)
  }

  /// The files below `folder` with that ending, by path relative to the top, sorted.
  static func files(below folder: String, ending: String) -> [String] {
    let place = root.appendingPathComponent(folder)
    let names = FileManager.default.enumerator(atPath: place.path)?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }.sorted()
  }

  /// The Swift files of `Sources`.
  static let sources = files(below: "Sources", ending: ".swift")

  /// The lines of code in the file at `path`; none where no mark is in it, which most files are
  /// known by sooner than a pattern would tell.
  static func codeLines(
    of path: String, ifAny marks: [String]
  ) throws -> [(number: Int, text: Substring)] {
    let text = try text(path)
    return marks.contains(where: text.contains) ? text.codeLines : []
  }

  /// The target of Sources that the file at `path` belongs to.
  static func target(of path: String) -> String {
    let parts = path.split(separator: "/")
    return String(parts[1] == "FlashShared" ? parts[2] : parts[1])
  }

  /// The documents that people read.
  static let documents =
    ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].filter(exists)
    + files(below: "docs", ending: ".md")
}

extension String {
  /// The lines, without comments of `//`, each with its number from 1.
  var codeLines: [(number: Int, text: Substring)] {
    split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { place, line in
      let text = line.range(of: "//").map { line[..<$0.lowerBound] } ?? line
      return (place + 1, text)
    }
  }

  /// The rows of all Markdown tables, as trimmed cells; rules between header and rows are left out.
  var tableRows: [[String]] {
    split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
      line.dropFirst().split(separator: "|", omittingEmptySubsequences: false).dropLast().map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }.filter { row in !row.allSatisfy { $0.allSatisfy { $0 == "-" || $0 == ":" } } }
  }

  /// The rows of the tables below the heading `## TITLE`, without their header rows.
  func tableRows(under title: String) -> [[String]] {
    let parts = components(separatedBy: "\n## ")
    guard let section = parts.first(where: { $0.hasPrefix(title + "\n") }) else { return [] }
    return Array(section.tableRows.dropFirst())
  }

  /// What stands between single backticks.
  var codeSpans: [String] {
    matches(of: /`([^`\n]+)`/).map { String($0.1) }
  }
}
