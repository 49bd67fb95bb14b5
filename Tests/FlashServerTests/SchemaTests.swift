import FlashSQL
import Testing

@testable import FlashServer

@Suite struct SchemaTests {
  @Test("a step has a type for each of its marks", arguments: [SQLDialect.sqlite, .postgreSQL])
  func marks(dialect: SQLDialect) {
    for step in Schema.steps {
      let text = Schema.text(step.sql, dialect)
      #expect(text.firstMatch(of: /\{[a-z]+\}/) == nil)
      #expect(!step.sql.contains("{int}") || text.contains(dialect.integer))
    }
  }

  @Test("steps of a part are numbered without gaps", arguments: Schema.Part.allCases)
  func numbers(part: Schema.Part) {
    let versions = Schema.steps(of: part).map(\.version)
    #expect(versions == versions.sorted() && Set(versions).count == versions.count)
  }
}
