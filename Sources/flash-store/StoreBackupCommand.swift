import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// `flash store backup`.
struct StoreBackupCommand: Command {
  struct Options: CommandOptions {
    var place: String?
    var keep: Int?
    var isForced = false
    var isDryRun = false
  }

  static let fields = Fields<BackupReport>([
    .string("path") { $0.path },
    .integer("bytes") { $0.bytes },
    .string("digest") { $0.digest },
    .strings("removed") { $0.removed },
    .integer("media") { $0.media },
    .strings("missing") { $0.missing },
  ])

  static let description = CommandDescription<Options>(
    name: "backup", abstract: "make a checked copy of the collection",
    operands: [
      .optional(
        "PLACE", help: "the folder or the file to make it in", into: \.place, completion: .files)
    ],
    options: [
      .value(
        "keep", named: "N", in: 1...10_000,
        help: "keep so many of the newest backups, remove older ones",
        into: \.keep),
      .flag("force", short: "f", help: "replace a file of that name", into: \.isForced),
      .dryRun(into: \.isDryRun),
    ],
    fields: fields.specifications, exitCodes: [.notFound, .cannotCreate, .readOrWrite],
    manual: Manual(
      """
      Makes a copy of the collection, while other commands read and write it. The copy is checked
      before it gets its name: it is opened, its pages are looked through, and a digest of all its
      rows is compared with the original's. An older backup is never replaced by half a new one.

      Without PLACE the copy goes to the folder `backups` beside the collection. In a folder it is
      named after the collection and the time, such as `collection-20261130T120000Z.db`; `--keep`
      counts such names only, and removes nothing else. Pictures and sounds go to a folder beside it, called
      as the copy with `-media` behind it, each compared with its hash; on one disk they take no room,
      as both folders share them. To move a backup, move both.
      """,
      examples: [
        Manual.Example(
          "Every night, from cron, the last two weeks:", "flash store backup -q --keep 14"),
        Manual.Example("To another disk:", "flash store backup /mnt/usb/flash"),
      ]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let backup = StoreBackup(of: try context.storePath)
    let target = try target(options, backup, &context)
    if options.isDryRun {
      return try tell(BackupReport(path: target, bytes: 0, digest: "", removed: []), &context)
    }
    let progress = context.progress()
    let world = context
    let report = try backup.make(target, keep: options.keep) {
      progress.update("backing up")
      try world.check()
    }
    progress.finish()
    try tell(report, &context)
  }

  private static func target(
    _ options: Options, _ backup: StoreBackup, _ context: inout CommandContext
  ) throws -> String {
    let place = options.place ?? backup.defaultFolder
    guard options.place == nil || StoreBackup.isFolder(place) else {
      guard options.isForced || !StoreBackup.exists(place) else {
        throw StagedFileError.exists(file: place)
      }
      return place
    }
    if !options.isDryRun {
      do throws(SystemError) {
        try FileReplacement.makeFolder(place)
      } catch {
        throw CollectionError.noFolder(path: place, reason: error.description)
      }
    }
    return backup.path(in: place, at: context.now)
  }

  private static func tell(_ report: BackupReport, _ context: inout CommandContext) throws {
    if let lines = try context.jsonLines(fields) {
      try lines.write(report)
      return try lines.finish()
    }
    for name in report.missing.prefix(5) {
      context.warn("file '\(name)' is missing in the collection; see 'flash store check'")
    }
    for path in report.removed { context.note("removed '\(path)'") }
    let size = report.bytes > 0 ? ", \(report.bytes.bytesInWords)" : ""
    let media = report.media == 0 ? "" : ", \(report.media) files of media"
    try context.say("backed up to '\(report.path)'\(size)\(media)")
  }
}
