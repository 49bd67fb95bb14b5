import FlashCommand
import FlashTerminal

/// How far a long import has come, on standard error.
final class ImportProgress {
  private let context: CommandContext
  private let started: Int64
  private let name: String
  private var size: Int
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

  /// Notes that so many bytes were read, or cards of a container.
  func advance(by count: Int) { bytes += count }

  /// Counts anew, up to another number.
  func restart(size: Int) {
    self.size = size
    bytes = 0
  }

  /// Shows how many rows are done, if it is time.
  func show(rows: Int) { show("\(rows) rows") }

  /// Shows how many files of media are done, if it is time.
  func show(media: Int) { show("\(media) files of media") }

  private func show(_ work: @autoclosure () -> String) {
    let elapsed = Duration.milliseconds(context.clock.uptime - started)
    guard line.isDue(at: elapsed) else { return }
    var share = ""
    if size > 0 {
      let percent = min(100, 100 * bytes / size)
      share = "\(ProgressLine.bar(percent: percent, charset: context.charset)) \(percent) %, "
    }
    context.errors.write(
      line.update(
        "\(name): \(share)\(work())", at: elapsed, columns: context.terminal.size.columns))
    context.errors.flush()
  }

  /// Takes the line away, for the end and before other text.
  func erase() {
    context.errors.write(line.erase())
    context.errors.flush()
  }
}
