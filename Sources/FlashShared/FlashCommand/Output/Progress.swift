import FlashTerminal

/// Tells how far long work has come: one line on standard error that is erased at the end, shown
/// only after half a second and only to somebody who can see it.
public final class Progress {
  private var line: ProgressLine
  private let clock: Clock
  private let start: Int64
  private let columns: Int
  private let errors: OutputStream

  init(in context: borrowing CommandContext) {
    let form = ProgressLine.Form(
      errorIsTerminal: context.terminal.errorIsTerminal, isDumb: context.terminal.isDumb,
      isQuiet: context.common.isQuiet, isVerbose: context.common.verbosity > 0,
      ci: context.environment["CI"])
    line = ProgressLine(form, charset: context.charset)
    clock = context.clock
    start = context.clock.uptime
    columns = context.terminal.size.columns
    errors = context.errors
  }

  deinit { finish() }

  /// Shows `text` if it is time to; it is not made otherwise, so call it for each item.
  public func update(_ text: @autoclosure () -> String) {
    let elapsed = Duration.milliseconds(clock.uptime - start)
    guard line.isDue(at: elapsed) else { return }
    errors.write(line.update(text(), at: elapsed, columns: columns))
    errors.flush()
  }

  /// Erases the line, at the end and before anything else is written to the terminal.
  public func finish() {
    errors.write(line.erase())
    errors.flush()
  }
}

extension CommandContext {
  /// Begins to tell of long work.
  public func progress() -> Progress { Progress(in: self) }
}
