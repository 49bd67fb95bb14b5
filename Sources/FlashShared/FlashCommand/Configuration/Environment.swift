/// The variables a command was started with: the process's own, or a table in tests.
///
/// A lookup in the process's environment walks it and copies one value; nothing is gathered at
/// start, so a command that reads two variables pays for two.
public struct Environment: Sendable {
  private enum Source: Sendable {
    case process
    case table([String: String])
  }

  private let source: Source

  private init(source: Source) { self.source = source }

  /// The environment of this process, as it is at each lookup.
  public static let process = Environment(source: .process)

  /// An environment that holds `variables` and nothing else.
  public init(_ variables: [String: String]) { source = .table(variables) }

  /// The value of the variable `name`; nil if it is unset, an empty string if it is set to nothing.
  ///
  /// Bytes that are not UTF-8 are replaced.
  public subscript(name: String) -> String? {
    switch source {
    case .process: ProcessEnvironment.value(of: name)
    case .table(let variables): variables[name]
    }
  }

  /// All variables, for a program that is to see what we see.
  public var all: [String: String] {
    switch source {
    case .process: ProcessEnvironment.all
    case .table(let variables): variables
    }
  }

  /// The value of the variable `name`; nil if it is unset or empty.
  public func nonEmpty(_ name: String) -> String? {
    guard let value = self[name], !value.isEmpty else { return nil }
    return value
  }
}
