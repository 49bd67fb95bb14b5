/// Where a value was read.
public enum SettingOrigin: Sendable, Hashable, CustomStringConvertible {
  /// The default that ships.
  case builtIn
  /// A line, counted from 1, of a configuration file.
  case file(path: String, line: Int)
  /// A variable of the environment.
  case variable(String)
  /// `-c NAME=VALUE`, or the pairs that stand for it in the environment.
  case commandLine

  /// As `flash config list --show-origin` prints it.
  public var description: String {
    switch self {
    case .builtIn: "default"
    case .file(let path, let line): "\(path):\(line)"
    case .variable(let name): name
    case .commandLine: "-c"
    }
  }
}
