import FlashCommand
import Testing

@testable import flash

@Suite("Dispatcher")
struct DispatcherTests {
  @Test(
    "a command's name is lower case, digits and hyphens, no hyphen first",
    arguments: [
      ("study", true), ("a-b2", true), ("2x", true), ("", false), ("-a", false), ("A", false),
      ("a.b", false), ("é", false), ("a/b", false), ("a b", false),
    ])
  func names(text: String, isName: Bool) {
    #expect(Dispatcher.isName(text) == isName)
  }

  @Test("empty and relative folders of PATH are skipped")
  func path() {
    #expect(ProgramSearch.folders(in: ":/a:b:.::/c/:") == ["/a", "/c/"])
  }

  @Test("the list of what ships is sound")
  func commandList() {
    let names = (CommandList.builtIns + CommandList.programs).map(\.name)
    let all = names + CommandList.aliases.map(\.name)
    #expect(Set(all).count == all.count)
    #expect(all.allSatisfy(Dispatcher.isName))
    for command in CommandList.builtIns + CommandList.programs {
      #expect(command.abstract.first?.isLowercase == true && command.abstract.last != ".")
      #expect(command.abstract.count <= 60, "\(command.name)")
    }
  }
}
