import FlashCommand
import FlashModel
import FlashStore

/// What became of one file.
struct FileReport: Sendable {
  let file: String
  let format: String
  /// Nil for a container.
  let encoding: String?
  /// The decks that rows went to.
  var decks = 0
  var decksAdded = 0
  var added = 0
  var updated = 0
  var unchanged = 0
  var duplicates = 0
  /// Edited here since the last import, and left so.
  var conflicting = 0
  /// Removed here, and left so.
  var removed = 0
  var reviews = 0
  /// Files that the collection did not have.
  var media = 0
  /// Cards that came with another program's schedule.
  var schedules = 0
  /// Cards that an import brought and the file no longer has.
  var missing = 0
  /// Rows that make no card.
  var skipped = 0
  var warnings: [String] = []

  mutating func take(_ counts: ImportCounts) {
    decksAdded = counts.decks
    added = counts.added
    updated = counts.updated
    unchanged = counts.unchanged
    duplicates = counts.duplicates
    conflicting = counts.conflicting
    removed = counts.removedHere
    schedules = counts.scheduled
    reviews = counts.reviews
    media = counts.media
    missing = counts.missing.count
  }

  mutating func take(_ counts: RestoreCounts) {
    decks = counts.decksSeen
    decksAdded = counts.decks
    added = counts.cardsAdded
    updated = counts.cardsUpdated
    unchanged = counts.cardsUnchanged
    reviews = counts.reviews
  }

  /// One line for people.
  var summary: String {
    var parts: [String] = []
    func part(_ count: Int, _ text: String) { if count > 0 { parts.append("\(count) \(text)") } }
    part(added, added == 1 ? "card added" : "cards added")
    part(updated, "updated")
    part(unchanged, "unchanged")
    part(duplicates, duplicates == 1 ? "duplicate" : "duplicates")
    part(conflicting, "edited here and kept so")
    part(removed, "removed here and left so")
    part(reviews, reviews == 1 ? "review added" : "reviews added")
    part(media, media == 1 ? "file of media added" : "files of media added")
    part(schedules, schedules == 1 ? "schedule kept" : "schedules kept")
    part(missing, "not in the file any more")
    part(skipped, "skipped")
    part(decksAdded, decksAdded == 1 ? "new deck" : "new decks")
    return "\(file): " + (parts.isEmpty ? "nothing new" : parts.joined(separator: ", "))
  }
}

/// One line of `--json`: a file, or a row of it that makes no card.
enum ImportLine: Sendable {
  case file(FileReport)
  case row(file: String, line: Int, reason: String)

  private var report: FileReport? { if case .file(let report) = self { report } else { nil } }

  static let fields = Fields<ImportLine>([
    .string("file") { line in
      switch line {
      case .file(let report): report.file
      case .row(let file, _, _): file
      }
    },
    .string("format") { $0.report?.format },
    .string("encoding") { $0.report?.encoding },
    .integer("decks") { $0.report?.decks },
    .integer("decks_added") { $0.report?.decksAdded },
    .integer("cards_added") { $0.report?.added },
    .integer("cards_updated") { $0.report?.updated },
    .integer("cards_unchanged") { $0.report?.unchanged },
    .integer("duplicates") { $0.report?.duplicates },
    .integer("conflicting") { $0.report?.conflicting },
    .integer("removed") { $0.report?.removed },
    .integer("reviews_added") { $0.report?.reviews },
    .integer("schedules_added") { $0.report?.schedules },
    .integer("missing") { $0.report?.missing },
    .integer("media_added") { $0.report?.media },
    .integer("skipped") { $0.report?.skipped },
    .strings("warnings") { $0.report?.warnings ?? [] },
    .integer("line") { if case .row(_, let line, _) = $0 { line } else { nil } },
    .string("reason") { if case .row(_, _, let reason) = $0 { reason } else { nil } },
  ])
}
