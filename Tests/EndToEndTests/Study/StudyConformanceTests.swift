import FlashTestSupport
import Testing

@Suite struct StudyConformanceTests {
  @Test("flash-study keeps the command-line contract")
  func contract() throws {
    let conformance = CommandConformance(
      "flash-study", answering: [["due"], ["next"], ["log"], ["stats"]]
    ) { home in
      home = try StudyHome(home, cards: 3, due: 1).home
    }
    let violations = try conformance.violations()
    #expect(violations == [])
  }
}
