import FlashPostgreSQL
import FlashSQL
import Testing

@Suite struct PostgreSQLConnectionTests {
  @Test("a server that is not there is said to be so, without the password")
  func unreachable() {
    #expect {
      _ = try PostgreSQLConnection("postgres://somebody:secret@127.0.0.1:1/none")
    } throws: { error in
      guard case SQLError.cannotOpen(let path, let reason) = error else { return false }
      return path == "postgres" && !reason.contains("secret")
    }
  }
}
