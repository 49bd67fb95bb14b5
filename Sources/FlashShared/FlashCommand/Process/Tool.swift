/// A program of the machine that a command makes use of, such as `crontab`: found once, asked as
/// often as need be, and never in the way of the terminal.
public struct Tool: Sendable, Hashable {
  public let name: String
  public let path: String
  /// All that the program sees.
  public var environment: [String: String]

  /// How long one call may take.
  private static let limit = Duration.seconds(20)

  /// Looks `name` up in `PATH`, whose empty and relative elements do not count.
  /// - Returns: nil if there is no such program.
  public init?(_ name: String, in environment: Environment) {
    let folders = (environment.nonEmpty("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    let found = folders.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first {
      FileStatus.mayRun($0) && FileStatus(of: $0)?.isRegular == true
    }
    guard let found else { return nil }
    self.name = name
    path = found
    self.environment = environment.all
  }

  /// Runs the program to its end, with none of our streams.
  /// - Parameter limit: bytes that are kept of what it writes.
  public func ask(
    _ arguments: [String], input: [UInt8] = [], keeping limit: Int = 65_536
  ) -> BoundedProcess.Report {
    BoundedProcess.run(
      [path] + arguments, environment: environment, input: input, within: Tool.limit,
      keeping: limit)
  }

  /// Runs the program, which must succeed.
  /// - Returns: what it wrote on standard output.
  /// - Throws: ``ToolFailure``, with what it said.
  @discardableResult
  public func insist(
    _ arguments: [String], input: [UInt8] = [], keeping limit: Int = 65_536
  ) throws(ToolFailure) -> [UInt8] {
    let report = ask(arguments, input: input, keeping: limit)
    guard report.isSuccess else { throw ToolFailure(self, arguments, report) }
    return report.output
  }
}
