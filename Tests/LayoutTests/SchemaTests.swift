import Foundation
import Testing

/// docs/schema.md describes the tables that the migrations make.
@Suite struct SchemaTests {
  /// Columns by table, in order, as the SQL of the migrations says.
  private func migrated() throws -> [String: [String]] {
    let sql = try Project.text("Sources/FlashShared/FlashStore/Migrations.swift")
    var tables: [String: [String]] = [:]
    let statements = sql.matches(of: /create table (\w+) \(\n([\s\S]*?)\n\s*\) strict/)
    for statement in statements {
      // A column begins a line; a table's checks and comments do too, and lines that go on do not
      // begin with a word and a type.
      tables[String(statement.1)] = statement.2.matches(
        of: #/(?:^|\n)\s*(\w+) (?:integer|text|blob|real)\b/#
      ).map { String($0.1) }
    }
    for match in sql.matches(of: /alter table (\w+)\s+add column (\w+)\s/) {
      tables[String(match.1), default: []].append(String(match.2))
    }
    return tables
  }

  @Test("every table and column is described, in the order of the schema")
  func columns() throws {
    var documented: [String: [String]] = [:]
    let sections = try Project.text("docs/schema.md").components(separatedBy: "\n### ")
    for section in sections.dropFirst() {
      let name = String(section.prefix { $0 != "\n" })
      documented[name] = section.tableRows.dropFirst().compactMap { $0.first?.codeSpans.first }
    }
    let migrated = try migrated()
    #expect(migrated.count >= 11)
    #expect(documented == migrated)
  }
}
