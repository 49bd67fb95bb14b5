public import FlashText

/// Reads a document of XML in a zip archive, with the media around it.
public final class XMLPackageReader: PackageReader {
  public private(set) var warnings: [String]
  public let telling: SourceFacts
  public var mediaNames: [String: String] = [:]
  public let media: [PackagedMedia]
  /// Not known before the end.
  public let cardCount = 0
  private let archive: ZipArchive
  private let document: Int
  private let make: (DetectedEncoding) throws(TextFormatError) -> any DraftReader
  private var shown: ShownMedia
  private let goOn: () -> Bool
  private var reader: (any DraftReader)?
  private var isAtEnd = false

  /// - Parameters:
  ///   - document: its place among the archive's members.
  ///   - make: gives a reader for it.
  init(
    _ archive: ZipArchive, document: Int, media: [PackagedMedia], _ shown: ShownMedia,
    warnings: [String] = [], telling: SourceFacts = [.tags], while goOn: @escaping () -> Bool,
    _ make: @escaping (DetectedEncoding) throws(TextFormatError) -> any DraftReader
  ) {
    self.archive = archive
    self.document = document
    self.media = media
    self.shown = shown
    self.warnings = warnings
    self.telling = telling
    self.goOn = goOn
    self.make = make
  }

  public func unpack(
    _ media: PackagedMedia, _ take: (ArraySlice<UInt8>) throws(PackageError) -> Void
  ) throws(PackageError) {
    try archive.unpack(media.member, limit: ArchivedMedia.largestFile, while: goOn, take)
  }

  public func next() throws(PackageError) -> DraftBatch? {
    guard goOn() else { throw .interrupted }
    guard !isAtEnd else { return nil }
    if reader == nil { try archive.open(document) }
    var piece: [UInt8] = []
    isAtEnd = try !archive.read(into: &piece)
    var batch: DraftBatch
    do throws(TextFormatError) {
      batch = try read(piece)
    } catch {
      throw .text(member: archive.members[document].name, error)
    }
    shown.rename(in: &batch, mediaNames)
    if isAtEnd { warnings += shown.warnings }
    return batch
  }

  /// Reads a piece, or ends the document.
  private func read(_ piece: [UInt8]) throws(TextFormatError) -> DraftBatch {
    if reader == nil {
      let encoding = try XMLEncoding.detect(head: piece.span, given: nil)
      reader = try make(encoding ?? DetectedEncoding(.utf8))
    }
    guard var open = reader else { return DraftBatch() }
    let batch = try isAtEnd ? open.finish() : open.push(piece.span)
    reader = open
    return batch
  }
}

extension XMLPackageReader {
  /// Opens a set of cards that Mnemosyne 2 shares, a `.cards` file.
  /// - Parameters:
  ///   - descriptor: of a file that can be gone about in; it stays the caller's, who keeps it open.
  ///   - goOn: asked now and then; no ends the reading as `.interrupted`.
  /// - Throws: `PackageError`.
  public convenience init(
    mnemosyneCards descriptor: Int32, while goOn: @escaping () -> Bool
  ) throws(PackageError) {
    let archive = try ZipArchive(descriptor: descriptor)
    guard let document = archive.index(of: "cards.xml") else {
      throw .corrupt(reason: "the archive has no 'cards.xml'")
    }
    var name = ""
    if let place = archive.index(of: "METADATA") {
      let lines = try archive.contents(of: place, limit: 1 << 20, while: goOn)
      for line in lines.split(separator: 0x0A) where line.starts(with: "card_set_name:".utf8) {
        name = CardText.cleaned(String(decoding: line.dropFirst(14), as: UTF8.self))
      }
    }
    let media = ArchivedMedia(of: archive, without: ["cards.xml", "METADATA"])
    self.init(
      archive, document: document, media: media.files, ShownMedia(media.files.map(\.name)),
      warnings: media.warnings, while: goOn
    ) { encoding throws(TextFormatError) in
      try XMLCardReader(MnemosyneSet(name: name), encoding)
    }
  }

  /// Opens an export of AnkiApp with its media: one document at the top, and files called by their
  /// hashes.
  /// - Parameters: as of ``init(mnemosyneCards:while:)``.
  /// - Throws: `PackageError`.
  public convenience init(
    ankiApp descriptor: Int32, while goOn: @escaping () -> Bool
  ) throws(PackageError) {
    let archive = try ZipArchive(descriptor: descriptor)
    let documents = archive.members.indices.filter {
      let name = archive.members[$0].name
      return name.hasSuffix(".xml") && !name.utf8.contains(UInt8(ascii: "/"))
    }
    guard let document = documents.first else {
      throw .corrupt(reason: "the archive has no deck, a document of XML")
    }
    guard documents.count == 1 else { throw .corrupt(reason: "the archive has several decks") }
    let blobs = try AnkiAppBlobs(descriptor: descriptor, while: goOn)
    self.init(
      archive, document: document, media: blobs.files,
      ShownMedia(blobs.files.map(\.name), aliases: blobs.names), while: goOn
    ) { encoding throws(TextFormatError) in try XMLCardReader(AnkiAppDeck(), encoding) }
  }

  /// Opens a lesson of jMemorize: a document, and pictures in a folder.
  /// - Parameters: as of ``init(mnemosyneCards:while:)``.
  /// - Throws: `PackageError`.
  public convenience init(
    jMemorize descriptor: Int32, while goOn: @escaping () -> Bool
  ) throws(PackageError) {
    let archive = try ZipArchive(descriptor: descriptor)
    guard let document = archive.index(of: "lesson.xml") else {
      throw .corrupt(reason: "the archive has no 'lesson.xml'")
    }
    let media = ArchivedMedia(of: archive, without: ["lesson.xml"], in: "images/")
    self.init(
      archive, document: document, media: media.files, ShownMedia(media.files.map(\.name)),
      warnings: media.warnings, telling: [], while: goOn
    ) { encoding throws(TextFormatError) in try XMLCardReader(JMemorizeDeck(), encoding) }
  }
}
