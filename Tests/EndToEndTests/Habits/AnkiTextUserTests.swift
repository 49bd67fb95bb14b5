import FlashModel
import FlashScheduler
import FlashStore
import FlashTestSupport
import Foundation
import Testing

/// Somebody who keeps decks in Anki, exports them as text, and studies in the shell.
@Suite struct AnkiTextUserTests {
  /// Anki's export of notes with all its boxes ticked.
  private static func export() throws -> String {
    String(decoding: try Fixture.bytes("import/anki-text/notes-full-html.txt"), as: UTF8.self)
  }

  private func cards(_ home: TestHome) throws -> [String: Card] {
    Dictionary(
      try home.store().cards().map { ($0.card.sourceKey ?? "", $0.card) },
      uniquingKeysWith: { first, _ in first })
  }

  @Test("text follows what is edited in Anki, schedules stay, and deleted notes are told")
  func habit() throws {
    try TestHome.with { home in
      let export = try AnkiTextUserTests.export()
      try home.folder.write(export, to: "anki.txt")
      try home.given("flash-import", ["anki.txt"])
      let before = try cards(home)
      let paris = try #require(before["anki:fxGuid0001:0"])
      #expect((paris.front, paris.back) == ("Capital of France?", "Paris"))
      #expect(try home.run("flash-import", ["anki.txt"]).output.contains("unchanged"))

      // A day of study.
      let answered = try home.run(
        "flash-study", ["answer", "\(paris.id)", "easy", "--json=state,due_at"])
      #expect(answered.code == 0)
      let lima = try #require(before["anki:fxGuid0005:0"])
      try home.given("flash-study", ["answer", "\(lima.id)", "good"])
      let studied = try cards(home)

      // In Anki one answer is made longer, a cloze text corrected, and a note deleted.
      let lines = export.split(separator: "\n", omittingEmptySubsequences: false)
      let edited = lines.filter { !$0.hasPrefix("fxGuid0003") }.joined(separator: "\n")
        .replacing("\tParis\t", with: "\t<b>Paris</b>, on the Seine\t")
        .replacing(" is in ", with: " lies in ")
      #expect(edited != export)
      try home.folder.write(edited, to: "anki.txt")
      let second = try home.run("flash-import", ["anki.txt", "--prune", "-y", "--json"])
      #expect(second.code == 0, "\(second.errors)")
      let report = try #require(try objects(second.output).first)
      #expect(report["cards_added"] == .integer(0))
      #expect(report["cards_updated"] == .integer(3))
      #expect(report["missing"] == .integer(1))
      #expect(report["skipped"] == .integer(0))

      let after = try cards(home)
      let newParis = try #require(after["anki:fxGuid0001:0"])
      #expect(newParis.id == paris.id)
      #expect(newParis.back == "**Paris**, on the Seine")
      #expect(newParis.scheduling == studied["anki:fxGuid0001:0"]?.scheduling)
      #expect(newParis.scheduling.state == .review)
      let newLima = try #require(after["anki:fxGuid0005:0"])
      #expect(newLima.front.contains("lies in"))
      #expect(newLima.scheduling == studied["anki:fxGuid0005:0"]?.scheduling)
      #expect(after["anki:fxGuid0003:0"] == nil)
      #expect(after.count == before.count - 1)

      // The deletion was a change like any other.
      try home.given("flash-store", ["undo"])
      #expect(try cards(home)["anki:fxGuid0003:0"]?.front == before["anki:fxGuid0003:0"]?.front)
      #expect(try home.run("flash-store", ["check"]).code == 0)
    }
  }

  @Test("what was edited here is not overwritten by Anki's text")
  func conflict() throws {
    try TestHome.with { home in
      let export = try AnkiTextUserTests.export()
      try home.folder.write(export, to: "anki.txt")
      try home.given("flash-import", ["anki.txt"])
      let paris = try #require(try cards(home)["anki:fxGuid0001:0"])
      try home.given("flash-card", ["edit", "\(paris.id)", "--back", "Paris (edited here)"])
      try home.folder.write(
        export.replacing("\tParis\t", with: "\tLutetia\t"), to: "anki.txt")
      let second = try home.run("flash-import", ["anki.txt"])
      #expect(second.output.contains("1 edited here and kept so"), "\(second.output)")
      #expect(try cards(home)["anki:fxGuid0001:0"]?.back == "Paris (edited here)")
    }
  }

  @Test(
    "what was edited here goes to Anki and comes back, what is edited there follows, schedules stay",
    .enabled(if: RealAnki.isExpected, "PyPI can't be reached, so Anki is not installed"))
  func thereAndBack() throws {
    try TestHome.with { home in
      try home.folder.write(try AnkiTextUserTests.export(), to: "anki.txt")
      try home.given("flash-import", ["anki.txt"])
      let first = try cards(home)
      let paris = try #require(first["anki:fxGuid0001:0"])
      try home.given("flash-study", ["answer", "\(paris.id)", "easy"])
      try home.given("flash-card", ["edit", "\(paris.id)", "--back", "Paris, on the **Seine**"])
      let before = try cards(home)

      // Anki takes all of it, and nothing a second time.
      try home.given("flash-export", ["--format=anki-text", "-o", "out.txt"])
      let imports = try RealAnki.roundTrip("out.txt", to: "back.txt", of: home)
      let notes = imports[0].new
      #expect(notes > 3)
      #expect(
        imports == [RealAnki.Import(new: notes), RealAnki.Import(duplicate: notes)])

      // Back here nothing has changed, what was edited included.
      let unchanged = try home.run("flash-import", ["back.txt"])
      #expect(unchanged.output == "back.txt: \(before.count) unchanged\n")
      #expect(try cards(home) == before)

      // From then on Anki's text counts again.
      let back = try String(contentsOfFile: home.folder.path(of: "back.txt"), encoding: .utf8)
      let edited = back.replacing("on the <b>Seine</b>", with: "on the river <b>Seine</b>")
      #expect(edited != back)
      try home.folder.write(edited, to: "back.txt")
      let report = try #require(
        try objects(home.run("flash-import", ["back.txt", "--json"]).output).first)
      #expect(report["cards_added"] == .integer(0))
      #expect(report["cards_updated"] == .integer(1))
      let after = try #require(try cards(home)["anki:fxGuid0001:0"])
      #expect(after.id == paris.id)
      #expect(after.back == "Paris, on the river **Seine**")
      #expect(after.scheduling == before["anki:fxGuid0001:0"]?.scheduling)
      #expect(after.scheduling.state == .review)
    }
  }
}
