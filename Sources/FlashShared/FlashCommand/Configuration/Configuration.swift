/// The settings in force: what the command line, the environment and the files say, and the
/// defaults for the rest.
///
/// The order, the first that speaks being the one that counts: `-c`, a `FLASH_…` variable, the
/// user's file, the system's files, the default.
public struct Configuration: Sendable {
  /// One value and where it came from.
  public struct Entry: Sendable, Hashable {
    public let key: SettingKey
    /// Nil for a name alone, which means true.
    public let value: String?
    public let origin: SettingOrigin

    public init(key: SettingKey, value: String?, origin: SettingOrigin) {
      self.key = key
      self.value = value
      self.origin = origin
    }
  }

  /// Every entry that was read, the weakest first, defaults not among them.
  public let entries: [Entry]
  private let home: String?

  /// Settings from `entries`, the weakest first.
  /// - Parameter home: what `~` in a path stands for.
  public init(entries: [Entry], home: String? = nil) {
    self.entries = entries
    self.home = home
  }

  /// Reads the files and variables that `environment` leads to; absent files are empty.
  /// - Throws: `.syntax`, `.cannotRead`, `.invalidKey`.
  public static func load(
    environment: Environment = .process
  ) throws(ConfigurationError) -> Configuration {
    var entries: [Entry] = []
    var files = Array(Paths.systemConfigurationFiles(in: environment).reversed())
    if let file = Paths.userConfigurationFile(in: environment) { files.append(file) }
    for path in files {
      entries += try fileEntries(path)
    }
    for setting in Settings.all {
      guard let name = setting.variable, let value = environment[name],
        let key = SettingKey(setting.name)
      else { continue }
      // An empty path says as little as an unset one; an empty command says "none".
      if setting.type == .path, value.isEmpty { continue }
      entries.append(Entry(key: key, value: value, origin: .variable(name)))
    }
    entries += try CommandLineSettings(environment: environment).entries
    return Configuration(entries: entries, home: environment.nonEmpty("HOME"))
  }

  /// The entries of the file at `path`; none if there is no such file.
  private static func fileEntries(_ path: String) throws(ConfigurationError) -> [Entry] {
    guard let bytes = try ConfigurationFile.read(path) else { return [] }
    return try ConfigurationText(bytes, path: path).entries.map {
      Entry(key: $0.key, value: $0.value, origin: .file(path: path, line: $0.line))
    }
  }

  /// The entry that counts for `key`: the strongest, or the default.
  public func entry(_ key: SettingKey) -> Entry? {
    if let entry = entries.last(where: { $0.key == key }) { return entry }
    guard let value = Settings.description(of: key)?.defaultValue else { return nil }
    return Entry(key: key, value: value, origin: .builtIn)
  }

  /// The text of the setting `name`; nil if nothing sets it and there is no default.
  /// - Throws: `.invalidKey`; `.invalidValue` if the setting does not allow it.
  public func string(_ name: String) throws(ConfigurationError) -> String? {
    guard let entry = try checkedEntry(name) else { return nil }
    return entry.value ?? "true"
  }

  /// The number of the setting `name`; nil if nothing sets it and there is no default.
  /// - Throws: `.invalidKey`; `.invalidValue` if it is no number or out of range.
  public func int(_ name: String) throws(ConfigurationError) -> Int? {
    guard let entry = try checkedEntry(name) else { return nil }
    guard let number = entry.value.flatMap(SettingType.integer) else {
      throw invalid(entry, expected: "a number")
    }
    return number
  }

  /// The truth of the setting `name`; nil if nothing sets it and there is no default.
  /// - Throws: `.invalidKey`; `.invalidValue` if it is neither true nor false.
  public func bool(_ name: String) throws(ConfigurationError) -> Bool? {
    guard let entry = try checkedEntry(name) else { return nil }
    guard let truth = SettingType.boolean(entry.value) else {
      throw invalid(entry, expected: SettingType.boolean.expectation)
    }
    return truth
  }

  /// The path of the setting `name`, with `~/` replaced, and relative to the folder of the file
  /// that names it; nil if nothing sets it.
  /// - Throws: `.invalidKey`, `.invalidValue`.
  public func path(_ name: String) throws(ConfigurationError) -> String? {
    guard let entry = try checkedEntry(name), let path = entry.value else { return nil }
    if path.hasPrefix("~/"), let home { return home + path.dropFirst() }
    guard !path.hasPrefix("/"), case .file(let file, _) = entry.origin,
      let slash = file.lastIndex(of: "/")
    else { return path }
    return file[...slash] + path
  }

  /// Every value of the setting `name`, the weakest first, for settings that add up.
  /// - Throws: `.invalidKey`.
  public func strings(_ name: String) throws(ConfigurationError) -> [String] {
    let key = try key(name)
    return entries.filter { $0.key == key }.map { $0.value ?? "true" }
  }

  /// The names and values in `section`, the strongest of each name, by name.
  public func section(_ section: String) -> [Entry] {
    effective.filter { $0.key.section == section && $0.key.subsection == nil }
  }

  /// The entry that counts for each key that is set anywhere, by name; defaults not among them.
  public var effective: [Entry] {
    var strongest: [SettingKey: Entry] = [:]
    for entry in entries { strongest[entry.key] = entry }
    return strongest.values.sorted { $0.key.description < $1.key.description }
  }

  private func key(_ name: String) throws(ConfigurationError) -> SettingKey {
    guard let key = SettingKey(name) else { throw .invalidKey(name) }
    return key
  }

  private func checkedEntry(_ name: String) throws(ConfigurationError) -> Entry? {
    guard let entry = entry(try key(name)) else { return nil }
    if let setting = Settings.description(of: entry.key), !setting.type.accepts(entry.value) {
      throw invalid(entry, expected: setting.type.expectation)
    }
    return entry
  }

  private func invalid(_ entry: Entry, expected: String) -> ConfigurationError {
    .invalidValue(
      key: entry.key.description, value: entry.value ?? "true", expected: expected,
      origin: entry.origin)
  }
}
