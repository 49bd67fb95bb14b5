/// The settings given by `-c NAME=VALUE`, and their way to the programs we start:
/// `FLASH_CONFIG_COUNT`, `FLASH_CONFIG_KEY_n` and `FLASH_CONFIG_VALUE_n`.
public struct CommandLineSettings: Sendable, Hashable {
  /// In the order given; a later one counts over an earlier one.
  public private(set) var entries: [Configuration.Entry] = []

  public init() {}

  /// Reads what the program that started us passed on.
  /// - Throws: `.syntax` if the count or a name is missing or malformed.
  public init(environment: Environment) throws(ConfigurationError) {
    guard let text = environment.nonEmpty("FLASH_CONFIG_COUNT") else { return }
    let origin = SettingOrigin.variable("FLASH_CONFIG_COUNT")
    guard let count = SettingType.integer(text), (0...9_999).contains(count) else {
      throw .syntax(origin: origin, problem: "not a count: '\(text)'")
    }
    for index in 0..<count {
      let variable = "FLASH_CONFIG_KEY_\(index)"
      guard let name = environment[variable] else {
        throw .syntax(origin: origin, problem: "\(variable) is not set")
      }
      guard let key = SettingKey(name) else {
        throw .syntax(origin: .variable(variable), problem: "not a setting's name: '\(name)'")
      }
      let value = environment["FLASH_CONFIG_VALUE_\(index)"]
      entries.append(Configuration.Entry(key: key, value: value, origin: .commandLine))
    }
  }

  /// Adds what follows `-c`; without `=` the value is true.
  /// - Throws: `.invalidKey`.
  public mutating func add(argument: String) throws(ConfigurationError) {
    let equals = argument.firstIndex(of: "=")
    let name = equals.map { String(argument[..<$0]) } ?? argument
    guard let key = SettingKey(name) else { throw .invalidKey(name) }
    set(key, to: equals.map { String(argument[argument.index(after: $0)...]) })
  }

  /// Adds a setting that stands over all before it.
  public mutating func set(_ key: SettingKey, to value: String?) {
    entries.append(Configuration.Entry(key: key, value: value, origin: .commandLine))
  }

  /// Takes back every setting of `key`.
  public mutating func remove(_ key: SettingKey) {
    entries.removeAll { $0.key == key }
  }

  /// The variables that hand these settings on; a nil value says that the variable must be unset.
  public var variables: [(name: String, value: String?)] {
    var variables: [(name: String, value: String?)] = [
      ("FLASH_CONFIG_COUNT", entries.isEmpty ? nil : String(entries.count))
    ]
    for (index, entry) in entries.enumerated() {
      variables.append(("FLASH_CONFIG_KEY_\(index)", entry.key.description))
      variables.append(("FLASH_CONFIG_VALUE_\(index)", entry.value))
    }
    return variables
  }
}
