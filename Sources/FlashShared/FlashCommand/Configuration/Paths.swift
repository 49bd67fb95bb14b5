/// Where the files of one person live, by the XDG base directory rules.
///
/// A relative or empty `XDG_…` value counts as unset. Nothing is created here.
public struct Paths: Sendable, Hashable {
  /// `$XDG_CONFIG_HOME/flash/config`.
  public let configurationFile: String
  /// `$XDG_CONFIG_DIRS/flash/config` for each folder there, the most important first.
  public let systemConfigurationFiles: [String]
  /// `$XDG_DATA_HOME/flash`: the collection and its media. To be made with mode 0700.
  public let data: String
  /// `$XDG_STATE_HOME/flash`: locks, logs, undo. To be made with mode 0700.
  public let state: String
  /// `$XDG_CACHE_HOME/flash`: what can be rebuilt. To be made with mode 0700.
  public let cache: String
  /// `$XDG_RUNTIME_DIR/flash`, or nil where the session has no such folder.
  public let runtime: String?

  /// `$XDG_CONFIG_HOME/flash`: settings and hooks.
  public var configuration: String { String(configurationFile.dropLast("/config".count)) }

  /// `$XDG_CONFIG_HOME/systemd/user`: units of this person's systemd.
  public var units: String {
    String(configurationFile.dropLast("/flash/config".count)) + "/systemd/user"
  }

  /// The collection that is used when neither an option nor a setting names another.
  public var defaultStore: String { data + "/collection.db" }

  /// Reads `HOME` and the `XDG_…` variables.
  /// - Throws: `.homeUnknown` if a folder depends on `HOME`, which is unset or relative.
  public init(environment: Environment) throws(ConfigurationError) {
    let home = Self.absolute("HOME", in: environment)
    func folder(_ variable: String, _ underHome: String) throws(ConfigurationError) -> String {
      if let folder = Self.absolute(variable, in: environment) { return folder + "/flash" }
      guard let home else { throw .homeUnknown }
      return home + underHome + "/flash"
    }
    configurationFile = try folder("XDG_CONFIG_HOME", "/.config") + "/config"
    data = try folder("XDG_DATA_HOME", "/.local/share")
    state = try folder("XDG_STATE_HOME", "/.local/state")
    cache = try folder("XDG_CACHE_HOME", "/.cache")
    runtime = Self.absolute("XDG_RUNTIME_DIR", in: environment).map { $0 + "/flash" }
    systemConfigurationFiles = Self.systemConfigurationFiles(in: environment)
  }

  /// The user's configuration file, or nil if there is no way to tell where it would be.
  static func userConfigurationFile(in environment: Environment) -> String? {
    if let folder = absolute("XDG_CONFIG_HOME", in: environment) { return folder + "/flash/config" }
    return absolute("HOME", in: environment).map { $0 + "/.config/flash/config" }
  }

  /// The system's configuration files, the most important first.
  static func systemConfigurationFiles(in environment: Environment) -> [String] {
    let listed = (environment["XDG_CONFIG_DIRS"] ?? "").split(separator: ":")
      .filter { $0.hasPrefix("/") }.map { trimmed(String($0)) }
    return (listed.isEmpty ? ["/etc/xdg"] : listed).map { $0 + "/flash/config" }
  }

  /// The value of `variable` without slashes at its end, if it is an absolute path.
  private static func absolute(_ variable: String, in environment: Environment) -> String? {
    guard let value = environment[variable], value.hasPrefix("/") else { return nil }
    return trimmed(value)
  }

  /// `path` without slashes at its end; `/` becomes empty, so that a name can be appended.
  private static func trimmed(_ path: String) -> String {
    var path = Substring(path)
    while path.hasSuffix("/") { path.removeLast() }
    return String(path)
  }
}
