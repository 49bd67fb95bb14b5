import FlashModel
import FlashPackages
import FlashTestSupport
import FlashText

/// A container that was read whole.
struct PackageContents {
  private(set) var cards: [AnkiFile.Card] = []
  private(set) var problems: [RowProblem] = []
  private(set) var media: [AnkiFile.Media] = []
  private(set) var warnings: [String] = []

  /// A day after everything in the fixtures.
  static let now = Timestamp(milliseconds: 1_800_000_000_000)

  /// - Parameter names: what media are called by then.
  init(_ reader: any PackageReader, naming names: [String: String] = [:]) throws(PackageError) {
    for file in reader.media {
      var bytes: [UInt8] = []
      try reader.unpack(file) { bytes += $0 }
      media.append(AnkiFile.Media(name: file.name, bytes: bytes))
    }
    reader.mediaNames = names
    while let batch = try reader.next() {
      problems += batch.problems
      for draft in batch.drafts { cards.append(AnkiFile.Card(draft, in: batch)) }
    }
    warnings = reader.warnings
  }

  /// The formats that are read here.
  enum Kind: CaseIterable { case mochi, mnemosyne, mnemosyneCards, ankiApp, jMemorize }

  /// Reads a file whole.
  init(
    _ bytes: [UInt8], _ kind: Kind, naming names: [String: String] = [:],
    mediaFolder: String? = nil
  ) throws(PackageError) {
    let file: OpenedFile
    do { file = try OpenedFile(bytes) } catch { throw .unreadable(reason: "\(error)") }
    let reader: any PackageReader
    switch kind {
    case .mochi:
      reader = try MochiReader(
        descriptor: file.descriptor, at: PackageContents.now, while: { true })
    case .mnemosyne:
      reader = try MnemosyneReader(
        LiveDatabase(descriptor: file.descriptor, log: nil), mediaFolder: mediaFolder,
        temporaryFolder: file.folder.path,
        at: PackageContents.now, while: { true })
    case .mnemosyneCards:
      reader = try XMLPackageReader(mnemosyneCards: file.descriptor, while: { true })
    case .jMemorize: reader = try XMLPackageReader(jMemorize: file.descriptor, while: { true })
    case .ankiApp: reader = try XMLPackageReader(ankiApp: file.descriptor, while: { true })
    }
    try self.init(reader, naming: names)
  }

  /// The code that a file is refused with; nil if it is read.
  static func code(_ bytes: [UInt8], _ kind: Kind) -> String? {
    do throws(PackageError) {
      _ = try PackageContents(bytes, kind)
      return nil
    } catch {
      return error.code
    }
  }
}

/// What a fixture of a container says of a card.
struct ExpectedCard {
  let front: String
  let back: String
  let frontPlain: String
  let backPlain: String
  let deck: String
  let tags: [String]
  let isSuspended: Bool
  let reviews: [ForeignReview]
  let scheduling: JSONValue?

  init(_ json: JSONValue) {
    func text(_ key: String) -> String { json[key]?.string ?? "" }
    front = text("front_text")
    back = text("back_text")
    frontPlain = text("front_plain")
    backPlain = text("back_plain")
    deck = (json["deck_path"]?.elements ?? []).map(\.string).joined(separator: "::")
    tags = (json["tags"]?.elements ?? []).map(\.string)
    isSuspended = json["suspended"] == .bool(true)
    scheduling = json["scheduling"]
    reviews = (json["reviews"]?.elements ?? []).compactMap { review in
      Rating(rawValue: review["rating"]?.integer ?? 0).map {
        ForeignReview(
          .review($0), at: Timestamp(milliseconds: Int64(review["rated_at_ms"]?.integer ?? 0)),
          durationMilliseconds: review["duration_ms"]?.integer ?? 0)
      }
    }
  }

  static func all(_ fixture: ImportFixture) -> [ExpectedCard] {
    (fixture.expected["cards"]?.elements ?? []).map(ExpectedCard.init)
  }
}
