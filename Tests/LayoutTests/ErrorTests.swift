import FlashCommand
import Foundation
import Testing

/// docs/errors.md and the manual pages name every failure that the sources know.
@Suite struct ErrorTests {
  @Test("every exit code is documented, with the words of the manual pages")
  func exitCodes() throws {
    let rows = try Project.text("docs/errors.md").tableRows(under: "Exit codes")
    #expect(
      rows.map { Array($0.prefix(2)) }
        == ExitCode.allCases.map { ["\($0.rawValue)", $0.meaning] })
  }

  @Test("every code of an error is documented, and no other")
  func codes() throws {
    let rows = try Project.text("docs/errors.md").tableRows(under: "Error codes")
    let documented = rows.compactMap { $0.first?.codeSpans.first }
    #expect(documented == documented.sorted())
    #expect(Set(documented).count == documented.count)
    #expect(Set(documented) == Set(try ErrorCases().exits.keys))
  }

  @Test("the exit codes beside an error's code are those it leads to")
  func exits() throws {
    let cases = try ErrorCases()
    for row in try Project.text("docs/errors.md").tableRows(under: "Error codes") {
      guard row.count == 4, let code = row[0].codeSpans.first, let found = cases.exits[code] else {
        Issue.record("\(row)")
        continue
      }
      let documented = Set(row[3].split(separator: ", ").compactMap { Int32($0) })
      if cases.isOpen.contains(code) {
        #expect(documented.isSuperset(of: found), "\(code): \(found)")
      } else {
        #expect(documented == found, "\(code): \(found.sorted())")
      }
    }
  }

  @Test("a manual page names no exit code that is not documented")
  func pages() throws {
    let known = Set(ExitCode.allCases.map { "\($0.rawValue)" })
    for page in Project.files(below: "man", ending: ".1") {
      let parts = try Project.text(page).components(separatedBy: "\n.Sh ")
      let section = parts.first { $0.hasPrefix("EXIT STATUS") }
      #expect(section != nil, "\(page)")
      for match in (section ?? "").matches(of: /\n\.It (?:Li )?(\d+)/) {
        #expect(known.contains(String(match.1)), "\(page): \(match.1)")
      }
    }
  }
}
