public import FlashModel

/// What can be wrong with settings and the files they come from.
public enum ConfigurationError: UserFacingError, Hashable {
  /// The text of a file or of a `-c` option cannot be read as settings.
  case syntax(origin: SettingOrigin, problem: String)
  /// A name that no setting can have, such as one without a section.
  case invalidKey(String)
  /// A name in a section of ours that is not one of our settings.
  case unknownKey(String, near: [String])
  /// A value read from `origin` that its setting does not allow.
  case invalidValue(key: String, value: String, expected: String, origin: SettingOrigin)
  /// A value somebody asked to store that its setting does not allow.
  case refusedValue(key: String, value: String, expected: String)
  case cannotRead(path: String, reason: String)
  case cannotWrite(path: String, reason: String)
  /// No absolute `HOME`, so no place for files.
  case homeUnknown
  /// Aliases that lead back to the first of them.
  case aliasLoop([String])
  /// An alias whose text cannot be split into words.
  case badAlias(name: String, problem: String)

  public var message: String {
    switch self {
    case .syntax(let origin, let problem): "\(origin): \(problem)"
    case .invalidKey(let key): "not a setting's name: '\(key)'"
    case .unknownKey(let key, _): "no such setting: '\(key)'"
    case .invalidValue(let key, let value, let expected, let origin):
      "\(origin): \(key): expected \(expected), not '\(value)'"
    case .refusedValue(let key, let value, let expected):
      "\(key): expected \(expected), not '\(value)'"
    case .cannotRead(let path, let reason): "\(path): cannot read: \(reason)"
    case .cannotWrite(let path, let reason): "\(path): cannot write: \(reason)"
    case .homeUnknown: "HOME is not set to an absolute path"
    case .aliasLoop(let chain): "alias loop: \(chain.joined(separator: " -> "))"
    case .badAlias(let name, let problem): "alias '\(name)': \(problem)"
    }
  }

  public var hint: String? {
    switch self {
    case .invalidKey: "a name is SECTION.NAME or SECTION.SUBSECTION.NAME, such as study.new"
    case .unknownKey(_, let near) where !near.isEmpty: "did you mean '\(near[0])'?"
    case .unknownKey: "'flash help config' lists the settings"
    case .aliasLoop(let chain): "'flash config unset alias.\(chain[0])' removes the first of them"
    case .homeUnknown: "set HOME, or XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME"
    default: nil
    }
  }

  public var code: String {
    switch self {
    case .syntax: "config_syntax"
    case .invalidKey: "config_invalid_key"
    case .unknownKey: "config_unknown_key"
    case .invalidValue, .refusedValue: "config_invalid_value"
    case .cannotRead: "config_unreadable"
    case .cannotWrite: "config_unwritable"
    case .homeUnknown: "home_unknown"
    case .aliasLoop: "alias_loop"
    case .badAlias: "alias_invalid"
    }
  }

  public var kind: FailureKind {
    switch self {
    case .invalidKey, .unknownKey, .refusedValue: .usage
    case .cannotWrite: .readOrWrite
    default: .badConfiguration
    }
  }
}
