import FlashTestSupport
import Testing

@Suite struct CommandConformanceTests {
  @Test("the sample program obeys the command-line contract")
  func sample() throws {
    let conformance = CommandConformance(
      "flash-sample", answering: [["list"], ["show"]], dryRuns: [["tag", "a", "Chemistry"]],
      readsSettings: false)
    #expect(try conformance.violations() == [])
  }

  @Test("so do commands that read the settings")
  func settings() throws {
    #expect(try CommandConformance("flash-sample", answering: [["show"]]).violations() == [])
  }

  @Test("the table finds what a program does wrong")
  func failing() throws {
    let conformance = CommandConformance(
      "flash-sample", answering: [["fail", "X"]], readsSettings: true)
    let found = try conformance.violations()
    #expect(found.contains { $0.hasPrefix("flash-sample fail X: ends with exited(66)") })
    #expect(found.contains { $0.contains("over a broken config") })
  }
}
