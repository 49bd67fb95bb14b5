import FlashCommand
import FlashModel
import Testing

@Suite struct ExitCodeTests {
  @Test(
    "each kind of failure has its own code, and none of them is success",
    arguments: [
      (.no, 1), (.cancelled, 2), (.partly, 3), (.notSignedIn, 4), (.usage, 64), (.badInput, 65),
      (.notFound, 66), (.unavailable, 69), (.bug, 70), (.system, 71), (.cannotCreate, 73),
      (.readOrWrite, 74), (.tryLater, 75), (.incompatible, 76), (.notAllowed, 77),
      (.badConfiguration, 78),
    ] as [(FailureKind, Int32)])
  func mapping(kind: FailureKind, code: Int32) {
    #expect(ExitCode(kind).rawValue == code)
  }

  @Test("the kinds of failure are told apart by their codes")
  func distinct() {
    #expect(Set(FailureKind.allCases.map { ExitCode($0) }).count == FailureKind.allCases.count)
  }
}
