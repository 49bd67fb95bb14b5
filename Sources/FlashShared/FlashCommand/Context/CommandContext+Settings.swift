public import FlashModel

/// Settings are read once, and only by the command that asks for one.
final class SettingsCache {
  var configuration: Configuration?
  var zone: (name: String, rules: TimeZoneRules)?
}

extension CommandContext {
  /// The settings in force.
  /// - Throws: ``ConfigurationError``, exit 78.
  public var settings: Configuration {
    get throws(ConfigurationError) {
      if let known = cache.configuration { return known }
      let loaded = try Configuration.load(environment: environment)
      cache.configuration = loaded
      return loaded
    }
  }

  /// Where the learner's files are.
  /// - Throws: ``ConfigurationError/homeUnknown``.
  public var paths: Paths {
    get throws(ConfigurationError) { try Paths(environment: environment) }
  }

  /// The collection's file: `--store`, else the setting `store.path` with its variable, else the
  /// usual place.
  /// - Throws: ``ConfigurationError``.
  public var storePath: String {
    get throws(ConfigurationError) {
      if let given = common.storePath { return given }
      if let set = try settings.path("store.path") { return set }
      return try paths.defaultStore
    }
  }

  /// The learner's time zone: the setting `study.timezone`, else the machine's.
  /// - Throws: ``ConfigurationError``; ``EnvironmentError/badTimeZone(_:)``; `TimeZoneError`.
  public var timeZone: TimeZoneRules {
    get throws { try timeZone(named: settings.string("study.timezone")) }
  }

  /// Finds the rules of time zones by their names, from any thread; nil for what is none here.
  public var zoneFinder: @Sendable (String) -> TimeZoneRules? {
    let loader = TimeZoneLoader(environment: environment)
    // Whether a zone is missing or damaged, its rules can't be had.
    return { try? loader.rules(named: $0) }
  }

  /// The rules of a time zone by its name, or the machine's if it is nil.
  /// - Throws: ``EnvironmentError/badTimeZone(_:)``; `TimeZoneError` for a damaged file.
  public func timeZone(named name: String?) throws -> TimeZoneRules {
    let key = name ?? ""
    if let known = cache.zone, known.name == key { return known.rules }
    let rules = try TimeZoneLoader(environment: environment).rules(named: name)
    cache.zone = (key, rules)
    return rules
  }
}
