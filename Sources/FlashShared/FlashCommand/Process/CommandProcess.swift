import FlashModel
import FlashTerminal

/// The life of a command's process: clean descriptors, signals, streams; then one body; then the
/// report and the exit. The only place that ends a process.
public enum CommandProcess {
  /// Runs `body` and ends the process as it ended.
  /// - Parameters:
  ///   - program: the name in messages, such as `flash-import`.
  ///   - isServer: SIGPIPE is ignored; the body sees EPIPE instead.
  public static func run(
    program: String, isServer: Bool = false, _ body: (inout CommandContext) throws -> Void
  ) -> Never {
    Descriptor.fillStandardOnes()
    SignalState.install(ignoringBrokenPipe: isServer)
    let errors = OutputStream(
      .standardError, name: "standard error", buffering: .line, endsOnBrokenPipe: false)
    do {
      var context = try makeContext(
        program: program, errors: errors, isServer: isServer)
      finish(run(&context, body), errors: errors)
    } catch {
      let report = ErrorReport(error)
      errors.write(report.text(program: program))
      finish(.code(report.exitCode), errors: errors)
    }
  }

  /// Runs `body` in `context`, reports what it threw and flushes both streams. Does not exit, so
  /// tests call it in process.
  public static func run(
    _ context: inout CommandContext, _ body: (inout CommandContext) throws -> Void
  ) -> Ending {
    var ending = Ending.code(.success)
    do {
      do {
        for problem in context.trace.problems { context.warn(problem) }
        context.trace.line(.command, "run: \(context.arguments.joined(separator: " "))")
        try body(&context)
      } catch let exit as Exit {
        ending = .code(exit.code)
      }
      context.output.flush()
      if let failure = context.output.failure { throw failure }
    } catch let interrupted as Interrupted {
      ending = .signal(interrupted.signal)
    } catch TerminalError.interrupted(let signal) {
      ending = .signal(Signal(number: signal.number))
    } catch {
      ending = .code(context.report(error))
    }
    // A command that failed keeps the part of its answer that it has given.
    context.output.flush()
    context.errors.flush()
    if let signal = context.interrupted { ending = .signal(signal) }
    context.trace.line(.command, "end: \(ending.words)")
    return ending
  }

  private static func makeContext(
    program: String, errors: OutputStream, isServer: Bool
  ) throws(EnvironmentError) -> CommandContext {
    var arguments: [String] = []
    for bytes in ProcessFacts.arguments {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .argumentNotUTF8(position: arguments.count + 1)
      }
      arguments.append(text)
    }
    return CommandContext(
      program: program, arguments: arguments, environment: .process,
      workingDirectory: ProcessFacts.workingDirectory,
      input: InputStream(.standardInput, name: "standard input") { SignalState.stopRequest },
      output: OutputStream(
        .standardOutput, name: "standard output",
        buffering: Descriptor.standardOutput.isTerminal ? .line : .block,
        endsOnBrokenPipe: !isServer),
      errors: errors, clock: try Clock.from(environment: .process),
      terminal: .ofProcess(environment: .process),
      stopRequest: { SignalState.stopRequest })
  }

  private static func finish(_ ending: Ending, errors: OutputStream) -> Never {
    errors.flush()
    switch ending {
    case .code(let code): ProcessFacts.exit(code.rawValue)
    case .signal(let signal): SignalState.end(by: signal)
    }
  }
}

/// How a command ended.
public enum Ending: Sendable, Hashable {
  case code(ExitCode)
  case signal(Signal)

  /// For traces: `code 0`, `signal 2`.
  var words: String {
    switch self {
    case .code(let code): "code \(code.rawValue)"
    case .signal(let signal): "signal \(signal.number)"
    }
  }
}

extension CommandContext {
  /// Tells of a failure on standard error, and goes on: for one of many items. Failures that end the
  /// command are thrown.
  /// - Returns: the code that it would end the command with.
  @discardableResult
  public func report(_ error: any Error) -> ExitCode {
    let report = ErrorReport(error)
    errors.write(reportsInJSON ? report.json : report.text(program: program))
    return report.exitCode
  }

  /// Whether a failure is told as JSON: asked before the arguments are parsed, as parsing may be
  /// what fails.
  var reportsInJSON: Bool {
    arguments.prefix { $0 != "--" }.contains { argument in
      ["--json", "--jq", "--template"].contains { argument == $0 || argument.hasPrefix("\($0)=") }
    }
  }
}
