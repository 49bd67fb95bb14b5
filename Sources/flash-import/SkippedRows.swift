import FlashCommand

/// Tells of rows that make no card: the first of each file on standard error, or all of them as
/// lines of `--json`.
final class SkippedRows {
  private(set) var count = 0
  private let file: String
  private let context: CommandContext
  private let lines: JSONLines<ImportLine>?
  private let progress: ImportProgress
  private let shown: Int

  private static let shownByDefault = 10

  init(
    of file: String, in context: CommandContext, lines: JSONLines<ImportLine>?,
    progress: ImportProgress
  ) {
    self.file = file
    self.context = context
    self.lines = lines
    self.progress = progress
    shown = context.common.verbosity > 0 ? .max : SkippedRows.shownByDefault
  }

  func add(line: Int, reason: String) throws {
    count += 1
    if let lines { return try lines.write(.row(file: file, line: line, reason: reason)) }
    guard count <= shown else { return }
    progress.erase()
    context.warn("\(file):\(line): \(reason)")
  }

  /// Says how many more there are than were shown.
  func finish() {
    guard lines == nil, count > shown else { return }
    context.warn("\(file): \(count - shown) more rows skipped; '-v' names them all")
  }
}
