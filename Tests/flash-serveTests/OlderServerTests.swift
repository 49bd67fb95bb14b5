import FlashTestSupport
import Testing

/// The programs as they are started, against the older service.
@Suite struct OlderServerTests {
  private func run(
    _ home: TestHome, _ program: String, _ arguments: [String], input: String = ""
  ) throws -> String {
    let outcome = try home.run(program, arguments, input: .text(input))
    #expect(outcome.code == 0, "\(program) \(arguments): \(outcome.errors)")
    return outcome.output
  }

  /// Cards with their tags, and how often they were answered, in an order of their own.
  private func contents(_ home: TestHome) throws -> [String] {
    try run(
      home, "flash-card", ["list", "--limit=1000", "--json=front,back,sub_topics,reps,lapses"]
    )
    .split(separator: "\n").map(String.init).sorted()
  }

  @Test("flash sync signs in at the older service, and two devices meet through it")
  func devices() throws {
    let server = try OlderServer()
    try TestHome.with { one in
      try TestHome.with { two in
        one.environment["FLASH_NOW"] = nil
        two.environment["FLASH_NOW"] = nil
        for home in [one, two] {
          let told = try run(
            home, "flash-sync", ["login", "--server=\(server.address)", "ada@example.org"],
            input: "\(server.address)/auth/consume?t=\(OlderServer.link)\n")
          #expect(told == "signed in at \(server.address.dropFirst(7)) as ada@example.org\n")
        }
        _ = try run(one, "flash-deck", ["add", "Spanish"])
        let words =
          "Front\tBack\tTags\n" + (1...90).map { "wort \($0)\tpalabra \($0)\tverb\n" }.joined()
        try one.folder.write(words, to: "words.tsv")
        _ = try run(
          one, "flash-import", ["-d", "Spanish", "words.tsv"])
        let ids = try run(one, "flash-card", ["list", "--json=id"]).split(separator: "\n")
          .prefix(3).map { String($0.dropFirst(7).dropLast(2)) }
        _ = try run(one, "flash-study", ["answer", ids[0], "good"])
        _ = try run(one, "flash-sync", ["-q"])
        _ = try run(two, "flash-sync", ["-q"])
        #expect(try contents(two) == contents(one))
        #expect(try contents(two).count == 90)

        _ = try run(two, "flash-card", ["edit", ids[1], "--back", "otra"])
        _ = try run(two, "flash-study", ["answer", ids[0], "again"])
        _ = try run(one, "flash-card", ["rm", ids[2]])
        for home in [two, one, two] { _ = try run(home, "flash-sync", ["-q"]) }
        #expect(try contents(two) == contents(one))
        #expect(try contents(one).count == 89)
        #expect(try contents(one).contains { $0.contains("\"back\":\"otra\"") })
        for home in [one, two] {
          let log = try run(home, "flash-study", ["log", "--json=rating"]).split(separator: "\n")
          #expect(log.sorted() == [#"{"rating":"again"}"#, #"{"rating":"good"}"#])
          #expect(try run(home, "flash-sync", []) == "up to date with 'origin'\n")
        }
        // What it does not have is all that it refuses.
        let refused = Set(server.exchanged.filter { $0.status >= 400 })
        #expect(
          refused == [
            .init(request: "POST /api/v1/auth/magic-link/collect", status: 404),
            .init(request: "GET /api/v1/sync/snapshot", status: 404),
            .init(request: "GET /api/v1/me/entitlements", status: 404),
          ])
      }
    }
  }
}
