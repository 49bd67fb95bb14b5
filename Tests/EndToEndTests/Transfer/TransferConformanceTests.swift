import FlashTestSupport
import Testing

@Suite struct TransferConformanceTests {
  @Test("flash-import obeys the command-line contract")
  func imports() throws {
    let conformance = CommandConformance(
      "flash-import", answering: [["x.csv"]], dryRuns: [["y.csv"]]
    ) { home in
      try home.folder.write("a,b\n", to: "x.csv")
      try home.folder.write("c,d\n", to: "y.csv")
      try home.given("flash-import", ["x.csv"])
    }
    #expect(try conformance.violations() == [])
  }

  @Test("flash-export obeys the command-line contract")
  func exports() throws {
    let conformance = CommandConformance("flash-export", answering: [["-o", "out.csv"]]) { home in
      try home.folder.write("a,b\n", to: "x.csv")
      try home.given("flash-import", ["x.csv"])
    }
    #expect(try conformance.violations() == [])
  }
}
