import FlashCommand
import FlashModel

/// What was exported.
struct ExportReport: Sendable {
  let file: String
  let format: String
  var decks = 0
  var cards = 0
  var reviews = 0
  /// Files that cards show or play.
  var media = 0
  /// Cards that the format has no room for.
  var skipped = 0
  var bytes = 0
  var sha256 = ""

  /// One line for people.
  var summary: String {
    var parts = [
      "\(cards) \(cards == 1 ? "card" : "cards")", "\(decks) \(decks == 1 ? "deck" : "decks")",
    ]
    if skipped > 0 { parts.append("\(skipped) left out") }
    if media > 0 { parts.append("\(media) \(media == 1 ? "file" : "files")") }
    if reviews > 0 { parts.append("\(reviews) \(reviews == 1 ? "review" : "reviews")") }
    return "\(file): " + parts.joined(separator: ", ")
  }

  static let fields = Fields<ExportReport>([
    .string("file") { $0.file },
    .string("format") { $0.format },
    .integer("decks") { $0.decks },
    .integer("cards") { $0.cards },
    .integer("reviews") { $0.reviews },
    .integer("media") { $0.media },
    .integer("skipped") { $0.skipped },
    .integer("bytes") { $0.bytes },
    .string("sha256") { $0.sha256 },
  ])
}
