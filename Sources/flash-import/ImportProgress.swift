import FlashCommand
import FlashTerminal

/// How far a long import has come, on standard error.
final class ImportProgress {
  private let context: CommandContext
  private let started: Int64
  private let name: String
  private let size: Int
  private var line: ProgressLine
  private var bytes = 0

  init(_ name: String, size: Int, in context: CommandContext) {
    self.context = context
    self.name = name
    self.size = size
    started = context.clock.uptime
    line = ProgressLine(
      ProgressLine.Form(
        errorIsTerminal: context.terminal.errorIsTerminal, isDumb: context.terminal.isDumb,
        isQuiet: context.common.isQuiet, isVerbose: context.common.verbosity > 0,
        ci: context.environment["CI"]),
      charset: context.charset)
  }

  /// Notes that so many bytes were read.
  func advance(by count: Int) { bytes += count }

  /// Shows how many rows are done, if it is time.
  func show(rows: Int) {
    let elapsed = Duration.milliseconds(context.clock.uptime - started)
    guard line.isDue(at: elapsed) else { return }
    let share = size > 0 ? "\(min(100, 100 * bytes / size)) %, " : ""
    context.errors.write(
      line.update(
        "\(name): \(share)\(rows) rows", at: elapsed, columns: context.terminal.size.columns))
    context.errors.flush()
  }

  /// Takes the line away, for the end and before other text.
  func erase() {
    context.errors.write(line.erase())
    context.errors.flush()
  }
}
