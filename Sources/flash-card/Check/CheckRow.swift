import FlashCommand
import FlashModel
import FlashTerminal
import FlashText

/// A finding, and what it is about.
struct CheckRow {
  /// Nil for a card of the collection.
  var file: String?
  /// The card of the collection, or the id that was written.
  var card: String?
  let finding: DeckFinding

  static let fields = Fields<CheckRow>([
    .string("file") { $0.file },
    .integer("line") { $0.finding.line },
    .integer("column") { $0.finding.column },
    .string("severity") { $0.finding.severity.rawValue },
    .string("code") { $0.finding.code.rawValue },
    .string("message") { $0.finding.message },
    .string("card_id") { $0.card },
    .string("other_file") { $0.file == nil ? nil : $0.finding.other?.file },
    .integer("other_line") { $0.file == nil ? nil : $0.finding.other?.line },
    .string("other_card_id") { $0.file == nil ? $0.finding.other?.file : nil },
  ])

  /// `deck.md:3:1: warning: text [code]`, as compilers and linters write it.
  var line: StyledLine {
    let place = file.map { "\($0):\(finding.line):\(finding.column)" } ?? card ?? ""
    var line = StyledLine("\(place): ", .strong)
    line.append("\(finding.severity.rawValue): ", style)
    line.append(finding.message)
    line.append(" [\(finding.code.rawValue)]", .faint)
    return line
  }

  private var style: Style {
    switch finding.severity {
    case .error: .error
    case .warning: .warning
    case .info: .muted
    }
  }
}
