import FlashCommand
import FlashModel
import FlashPackages
import FlashStore
import FlashText

/// The import of a container: opens it, and takes its media in before its cards.
struct PackageFileImport {
  private let file: SourceFile
  private let context: CommandContext
  private let progress: ImportProgress

  init(_ file: SourceFile, in context: CommandContext, progress: ImportProgress) {
    self.file = file
    self.context = context
    self.progress = progress
  }

  /// - Throws: `PackageError`.
  func reader(_ format: Format) throws -> any PackageReader {
    let folder = context.environment.nonEmpty("TMPDIR") ?? "/tmp"
    let context = context
    // What asks is told no; the reason is found by asking the context. Whether output still goes
    // through is for the thread that writes it to ask.
    let goOn = { context.interrupted == nil }
    switch format {
    case .ankiCollection:
      return try AnkiReader(
        collection: LiveDatabase(descriptor: file.number, log: file.databaseLog),
        temporaryFolder: folder, at: context.now, while: goOn)
    case .mochi:
      return try MochiReader(descriptor: file.number, at: context.now, while: goOn)
    case .mnemosyneDatabase:
      return try MnemosyneReader(
        LiveDatabase(descriptor: file.number, log: file.databaseLog),
        mediaFolder: file.isNamed ? file.name + "_media" : nil,
        temporaryFolder: folder, at: context.now, while: goOn)
    case .mnemosyneCards:
      return try XMLPackageReader(mnemosyneCards: file.number, while: goOn)
    case .jMemorize: return try XMLPackageReader(jMemorize: file.number, while: goOn)
    case .ankiApp: return try XMLPackageReader(ankiApp: file.number, while: goOn)
    default:
      return try AnkiReader(
        package: file.number, temporaryFolder: folder, at: context.now, while: goOn)
    }
  }

  /// Puts the media into the collection's folder, and tells the reader what they are called.
  /// - Parameter writes: false in a dry run.
  /// - Throws: `PackageError`, `StoreError`; then the folder is as before.
  func takeMedia(
    of reader: any PackageReader, into store: Store, writes: Bool
  ) throws -> MediaIntake {
    let intake = try store.mediaIntake(writes: writes)
    do {
      progress.restart(size: reader.media.count)
      for (place, media) in reader.media.enumerated() {
        try take(media, of: reader, into: intake)
        progress.advance(by: 1)
        progress.show(media: place + 1)
      }
      try intake.sync()
    } catch {
      intake.discard()
      throw error
    }
    reader.mediaNames = intake.names
    return intake
  }

  private func take(
    _ media: PackagedMedia, of reader: any PackageReader, into intake: MediaIntake
  ) throws {
    try intake.add(name: media.name) { write in
      var failure: (any Error)?
      do {
        try reader.unpack(media) { (bytes) throws(PackageError) in
          do {
            try write(bytes)
          } catch {
            failure = error
            throw .interrupted
          }
        }
      } catch {
        throw failure ?? error
      }
    }
  }
}
