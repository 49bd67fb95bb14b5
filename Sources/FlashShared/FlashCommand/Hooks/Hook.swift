internal import FlashModel

/// A person's own program that is told of something, found and fit to be run.
public struct Hook: Sendable {
  public let name: HookName
  public let path: String
  /// All that it sees.
  let environment: [String: String]
  /// How long one run may take.
  public let limit: Duration

  /// The bytes of its output that are kept.
  private static let keptOutput = 16_384

  /// Runs the hook to its end.
  /// - Parameters:
  ///   - payload: what it reads.
  ///   - isCancelled: asked some fifty times a second.
  func run(_ payload: [UInt8], isCancelled: () -> Bool = { false }) -> HookReport {
    HookReport(
      name: name,
      BoundedProcess.run(
        [path], environment: environment, input: payload, within: limit,
        keeping: Self.keptOutput, isCancelled: isCancelled), limit: limit)
  }
}

/// What became of one run of a hook.
public struct HookReport: Sendable, Hashable {
  /// Nil if it did well.
  public let failure: HookFailure?
  /// What it wrote, on both of its outputs; the end of much is missing.
  public let output: [UInt8]

  init(name: HookName, _ report: BoundedProcess.Report, limit: Duration) {
    output = report.output + report.errors
    if report.isSuccess {
      failure = nil
    } else if report.ending == .timedOut {
      failure = .tookTooLong(name, limit: limit.components.seconds)
    } else {
      failure = .failed(
        name, report.ending, said: report.errors.lastLine ?? report.output.lastLine)
    }
  }
}
