import FlashModel
import FlashStore
import FlashTestSupport
import Foundation
import Testing

@testable import flash_card

/// `flash card check --write-ids`.
@Suite struct CardCheckIDTests {
  private let commands: CardCommands
  private var path: String { "\(commands.session.folder.path)/deck.md" }

  init() throws { commands = try CardCommands() }

  private func write(_ text: String) throws {
    try commands.session.folder.write(text, to: "deck.md")
  }

  private func text() throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func ids() throws -> [String] {
    try text().matches(of: /<!-- flash: ([0-9a-f-]{36}) -->/).map { String($0.1) }
  }

  @Test("each card gets an id, once, and nothing else changes")
  func once() throws {
    let before = "Q: a\r\nA: b\r\n\r\nC: [x] [y]\r\n"
    try write(before)
    let first = commands.run("check", "--write-ids", path)
    #expect(first.output == "\(path): 2 ids written\n")
    #expect(first.code == 0)
    let after = try text()
    #expect(try ids().count == 2)
    #expect(after.replacing(/<!-- flash: [0-9a-f-]{36} -->\r\n/, with: "") == before)
    #expect(commands.run("check", "--write-ids", path).output == "")
    #expect(try text() == after)
  }

  @Test("a dry run shows the lines as diff does and writes nothing")
  func dryRun() throws {
    try write("Q: a\nA: b\n\nQ: c\nA: d\n")
    let shown = commands.run("check", "--write-ids", "-n", path)
    let masked = shown.output.replacing(/[0-9a-f]{8}-[0-9a-f-]{27}/, with: "ID")
    #expect(
      masked == """
        --- \(path)
        +++ \(path)
        @@ -2,0 +3 @@
        +<!-- flash: ID -->
        @@ -5,0 +7 @@
        +<!-- flash: ID -->

        """)
    #expect(try text() == "Q: a\nA: b\n\nQ: c\nA: d\n")
    let rows = try commands.run("check", "--write-ids", "-n", path, "--json").objects()
    #expect(rows.map { $0["code"] } == [.string("id_written"), .string("id_written")])
    #expect(rows.map { $0["line"] } == [.integer(3), .integer(7)])
  }

  @Test("a card that the collection knows by its text, or by its front, gets its id there")
  func known() throws {
    let added = try commands.store.addCards(
      [
        NewCard(front: "a", back: "b"), NewCard(front: "a", back: "old"),
        NewCard(front: "e", back: "f"),
      ],
      to: commands.deck, at: commands.session.now)
    let cloze = commands.run("add", "-d", "Spanish", "--cloze", "{{c1::x}} {{c2::y}}")
    #expect(cloze.code == 0)
    let note = try #require(try commands.store.cards().compactMap(\.card.noteID).first)
    try write("Q: a\nA: new\n\nQ: a\nA: b\n\nQ: nobody\nA: knows\n\nC: [x] [y]\n")
    #expect(commands.run("check", "--write-ids", "-d", "spanish", path).code == 0)
    let ids = try ids()
    #expect(ids.count == 4)
    #expect(ids[0] == added[1].description)
    #expect(ids[1] == added[0].description)
    #expect(!added.map(\.description).contains(ids[2]))
    #expect(ids[3] == note.description)
  }

  @Test("the mode stays, and a symbolic link leads to the file that is written")
  func modes() throws {
    try write("Q: a\nA: b\n")
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    let link = "\(commands.session.folder.path)/link.md"
    try manager.createSymbolicLink(atPath: link, withDestinationPath: "deck.md")
    #expect(commands.run("check", "--write-ids", link).code == 0)
    #expect(try manager.destinationOfSymbolicLink(atPath: link) == "deck.md")
    #expect(try ids().count == 1)
    let mode = try manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o640)
    #expect(
      try manager.contentsOfDirectory(atPath: commands.session.folder.path).count {
        $0.hasPrefix("deck.md")
      } == 1)
  }

  @Test("a format without a place for ids, and a broken file, are refused and left alone")
  func refusals() throws {
    let csv = "\(commands.session.folder.path)/x.csv"
    try commands.session.folder.write("a,b\n", to: "x.csv")
    let refused = commands.run("check", "--write-ids", csv)
    #expect(refused.code == 65)
    #expect(
      refused.errors == """
        flash-card: \(csv): delimited text (CSV, TSV) has no place for ids
        hint: hashcards, qa, obsidian and org have one; JSON Lines have the key 'id'

        """)
    let broken = "loose\n\nQ: a\nA: b\n"
    try write(broken)
    let failed = commands.run("check", "--write-ids", path)
    #expect(failed.errors.hasPrefix("flash-card: \(path):1: no ids written: text that belongs to"))
    #expect(failed.code == 65)
    #expect(try text() == broken)
    #expect(commands.run("check", "--write-ids", "-", input: broken).code == 64)
  }

  @Test("a file in which an id would not be found again is refused and left alone")
  func hiddenID() throws {
    let org = "\(commands.session.folder.path)/deck.org"
    // The empty property behind it would win.
    let text = "* A :drill:\n:PROPERTIES:\n:ID:\n:END:\nq\n** B\nr\n"
    try commands.session.folder.write(text, to: "deck.org")
    let refused = commands.run("check", "--write-ids", org)
    #expect(
      refused.errors
        == "flash-card: \(org):2: no ids written: with them it would be read as another card\n")
    #expect(refused.code == 65)
    #expect(try String(contentsOfFile: org, encoding: .utf8) == text)
  }

  @Test("a file that somebody saved meanwhile is left as they saved it")
  func changedMeanwhile() throws {
    try write("Q: a\nA: saved meanwhile\n")
    var options = CheckOptions()
    options.writesIDs = true
    var context = commands.session.context("flash-card")
    var writer = try IDWriter(options, in: context)
    let read = DeckFile(name: path, isNamed: true, bytes: Array("Q: a\nA: b\n".utf8))
    #expect(throws: CheckError.changedMeanwhile(file: path)) {
      try writer.write(read, context: &context, mayPass: false)
    }
    #expect(try text() == "Q: a\nA: saved meanwhile\n")
    let names = try FileManager.default.contentsOfDirectory(atPath: commands.session.folder.path)
    #expect(names.count { $0.hasPrefix("deck.md") } == 1)
    #expect(CheckError.changedMeanwhile(file: path).code == "changed_meanwhile")
    #expect(CheckError.changedMeanwhile(file: path).kind == .tryLater)
  }
}
