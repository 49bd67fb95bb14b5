public import FlashModel

/// A program of the machine did not do its part; what it said is passed on.
public struct ToolFailure: UserFacingError, Hashable {
  /// The program and what it was asked for: `systemctl --user daemon-reload`.
  public let call: String
  public let ending: BoundedProcess.Ending
  /// The last line that it wrote on standard error, or else on standard output.
  public let said: String?

  init(_ tool: Tool, _ arguments: [String], _ report: BoundedProcess.Report) {
    call = ([tool.name] + arguments).joined(separator: " ")
    ending = report.ending
    said = [report.errors, report.output].lazy.compactMap(\.lastLine).first
  }

  public var message: String {
    let end = "'\(call)' \(ending.told)"
    guard let said else { return end }
    return "\(end): \(said)"
  }

  public var hint: String? { nil }
  public var code: String { "tool_failed" }
  public var kind: FailureKind { .unavailable }
}

extension BoundedProcess.Ending {
  /// What follows the name of a program: `ended with code 3`.
  public var told: String {
    switch self {
    case .exited(let code): "ended with code \(code)"
    case .signalled(let signal): "was ended by signal \(signal.number)"
    case .timedOut: "took too long and was stopped"
    case .cancelled: "was stopped"
    case .cannotRun(let reason): "cannot be run: \(reason)"
    }
  }
}

extension [UInt8] {
  /// The last line with anything on it, at most 300 characters.
  var lastLine: String? {
    let lines = String(decoding: self, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.last { !$0.allSatisfy(\.isWhitespace) }.map { String($0.prefix(300)) }
  }
}
