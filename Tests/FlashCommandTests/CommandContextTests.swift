import FlashModel
import FlashTestSupport
import Testing

@testable import FlashCommand

@Suite struct CommandContextTests {
  @Test(
    "FLASH_NOW stops the clock, in either form",
    arguments: ["2023-11-24T08:21:06.250Z", "1700814066250"])
  func clock(text: String) throws {
    let clock = try Clock.from(environment: Environment(["FLASH_NOW": text]))
    #expect(clock.now == Timestamp(milliseconds: 1_700_814_066_250))
  }

  @Test("another FLASH_NOW is an error that names it, with exit 78")
  func badClock() throws {
    try TestHome.with { home in
      home.environment["FLASH_NOW"] = "noon"
      let result = try home.run("flash-sample", ["list"])
      #expect(result.code == 78)
      #expect(result.errors.hasPrefix("flash-sample: FLASH_NOW: not a time: 'noon'\n"))
    }
  }

  @Test("ids made by one seed and clock are the same, and sorted")
  func identifiers() {
    func ids() -> [String] {
      var context = CommandContext(
        program: "flash", clock: .fixed(at: Timestamp(milliseconds: 1_700_814_066_250)),
        random: RandomSource(SeededRandom(seed: 7)))
      return (0..<3).map { _ in
        let id: CardID = context.newIdentifier()
        return id.description
      }
    }
    #expect(ids() == ids())
    #expect(ids() == ids().sorted())
  }

  @Test("an argument that is not UTF-8 is told by its place")
  func arguments() throws {
    try TestHome.with { home in
      let program = Executable.productFolder + "/flash-sample"
      let result = try Executable(path: "/bin/sh").run(
        ["-c", "exec \(program) list \"$(printf 'a\\377')\""], environment: home.environment)
      #expect(result.code == 64)
      #expect(result.errors == "flash-sample: argument 2 is not UTF-8\n")
    }
  }

  @Test("the store is the option's, the variable's, the setting's, or the usual one, in that order")
  func store() throws {
    try TestHome.with { home in
      func shown(_ arguments: [String]) throws -> String {
        let first = try home.run("flash-sample", arguments).output.split(separator: "\n").first
        return first.map(String.init) ?? ""
      }
      let usual = home.folder.path(of: ".local/share/flash/collection.db")
      #expect(try shown(["show"]) == "store: \(usual)")
      try home.folder.write("[store]\n  path = /in/config\n", to: ".config/flash/config")
      #expect(try shown(["show"]) == "store: /in/config")
      home.environment["FLASH_STORE"] = "/in/variable"
      #expect(try shown(["show"]) == "store: /in/variable")
      #expect(try shown(["show", "--store", "/in/option"]) == "store: /in/option")
    }
  }

  @Test("a loop stops at a signal and at an output that takes no more")
  func check() {
    let interrupted = CommandContext(program: "flash", stopRequest: { .terminate })
    #expect(throws: Interrupted(by: .terminate)) { try interrupted.check() }
    let fine = CommandContext(program: "flash")
    #expect(throws: Never.self) { try fine.check() }
  }
}
