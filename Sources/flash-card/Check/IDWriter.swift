import FlashCollection
import FlashCommand
import FlashModel
import FlashStore
import FlashTerminal
import FlashText

/// The ids that a file got, or would get.
struct WrittenIDs {
  /// The file as it stands now.
  let file: DeckFile
  let insertions: [IDPlan.Insertion]

  /// How many cards got one.
  var count: Int { insertions.count { $0.id != nil } }

  /// A row for each id.
  var rows: [CheckRow] {
    var shift = 0
    return insertions.compactMap { insertion in
      shift += 1
      guard let id = insertion.id else { return nil }
      return CheckRow(
        file: file.name, card: id,
        finding: DeckFinding(.idWritten, line: insertion.after + shift, "the id \(id)"))
    }
  }

  /// The lines as `diff -U0` shows them.
  var difference: [StyledLine] {
    guard !insertions.isEmpty else { return [] }
    var lines = [
      StyledLine("--- \(file.name)", .strong), StyledLine("+++ \(file.name)", .strong),
    ]
    var shift = 0
    var rest = insertions[...]
    while let first = rest.first {
      let hunk = rest.prefix { $0.after == first.after }
      rest = rest[hunk.endIndex...]
      let count = hunk.count == 1 ? "" : ",\(hunk.count)"
      lines.append(
        StyledLine("@@ -\(first.after),0 +\(first.after + shift + 1)\(count) @@", .muted))
      lines += hunk.map { StyledLine("+\($0.text)", .success) }
      shift += hunk.count
    }
    return lines
  }
}

/// Writes ids into text decks.
struct IDWriter {
  private let options: CheckOptions
  /// Nil if there is no collection yet.
  private let store: Store?

  init(_ options: CheckOptions, in context: CommandContext) throws {
    self.options = options
    store = try context.openStoreIfThere()
  }

  /// Gives the cards of a file that have none an id: the one that the collection knows them by,
  /// where their text is found in the deck they go to, else a new one.
  /// - Parameter mayPass: whether a file that can have no ids is only passed over.
  /// - Returns: nil if it was passed over.
  /// - Throws: ``CheckError``, `StagedFileError`; then it is as it was.
  mutating func write(
    _ file: DeckFile, context: inout CommandContext, mayPass: Bool
  ) throws -> WrittenIDs? {
    let plan: IDPlan
    do throws(IDPlan.Refusal) {
      plan = try IDPlan(file.bytes, name: file.isNamed ? file.name : "", options.text)
    } catch {
      if mayPass, case .broken(let finding) = error, finding.code == .empty { return nil }
      throw CheckError(file: file.name, error)
    }
    let known = try names(of: plan, in: file)
    let ids = known.map { known in
      guard let known else {
        let new: CardID = context.newIdentifier()
        return new.description
      }
      return known
    }
    let insertions = plan.insertions(ids)
    guard !insertions.isEmpty else { return WrittenIDs(file: file, insertions: []) }
    let bytes: [UInt8]
    do throws(IDPlan.Refusal) {
      bytes = try plan.bytes(with: insertions)
    } catch {
      throw CheckError(file: file.name, error)
    }
    if options.isDryRun { return WrittenIDs(file: file, insertions: insertions) }
    try replace(file, with: bytes, in: context)
    return WrittenIDs(
      file: DeckFile(name: file.name, isNamed: file.isNamed, bytes: bytes), insertions: insertions)
  }

  private func names(of plan: IDPlan, in file: DeckFile) throws -> [String?] {
    guard let store else { return plan.slots.map { _ in nil } }
    let fallback = try deck(of: file, in: store)
    return try store.names(
      of: plan.slots.map { slot in
        UnnamedCard(
          deck: DeckPath(slot.deck)?.title ?? fallback,
          sides: slot.sides.map { ($0.front, $0.back) }, isNote: slot.isNote)
      })
  }

  /// The deck of cards whose file names none, as an import has it.
  private func deck(of file: DeckFile, in store: Store) throws -> String {
    guard let name = options.deck else {
      guard let stem = file.stem, let path = DeckPath(stem) else { return "" }
      return path.title
    }
    guard let path = DeckPath(name) else {
      throw UsageError.badValue(subject: "--deck", value: name, expected: "the name of a deck")
    }
    let title = path.title
    do {
      return try store.deck(named: title).title
    } catch StoreError.notFound {
      return title
    }
  }

  /// Puts bytes in the place of a file: all of them or none, with its mode, behind its links.
  private func replace(
    _ file: DeckFile, with bytes: [UInt8], in context: CommandContext
  ) throws {
    let stage = try StagedFile(path: file.name, mayReplace: true)
    try stage.write(bytes)
    // An editor may have saved it since it was read.
    guard try DeckFile(path: file.name, in: context).bytes == file.bytes else {
      throw CheckError.changedMeanwhile(file: file.name)
    }
    try stage.commit()
  }
}
