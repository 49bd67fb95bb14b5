/// A configuration file on disk: read whole, and replaced whole while nobody else edits it.
public struct ConfigurationFile: Sendable {
  public let path: String

  public init(path: String) { self.path = path }

  /// Sets `key` to `value` and keeps everything else, comments included. Makes the file, with mode
  /// 0600, and its folder, with mode 0700, if they are not there.
  /// - Throws: `.syntax`, `.cannotRead`, `.cannotWrite`; the file is then as it was.
  public func set(_ key: SettingKey, to value: String) throws(ConfigurationError) {
    try edit { (text) in ConfigurationEditor.setting(key, to: value, in: text) }
  }

  /// Takes every entry of `key` out of the file.
  /// - Returns: whether there was one.
  /// - Throws: `.syntax`, `.cannotRead`, `.cannotWrite`; the file is then as it was.
  public func unset(_ key: SettingKey) throws(ConfigurationError) -> Bool {
    guard try Self.read(path) != nil else { return false }
    return try edit { (text) in ConfigurationEditor.removing(key, from: text) }
  }

  /// Whether the file sets `key`.
  /// - Throws: `.syntax`, `.cannotRead`.
  public func sets(_ key: SettingKey) throws(ConfigurationError) -> Bool {
    guard let bytes = try Self.read(path) else { return false }
    return try ConfigurationText(bytes, path: path).entries.contains { $0.key == key }
  }

  /// - Returns: whether `change` changed anything.
  @discardableResult
  private func edit(_ change: (ConfigurationText) -> [UInt8]?) throws(ConfigurationError) -> Bool {
    do {
      let replacement = try FileReplacement(of: path)
      let text = try ConfigurationText(try Self.read(path) ?? [], path: path)
      guard let bytes = change(text) else { return false }
      try replacement.commit(bytes)
      return true
    } catch let error as SystemError {
      throw .cannotWrite(path: path, reason: error.description)
    } catch let error as ConfigurationError {
      throw error
    } catch {
      throw .cannotWrite(path: path, reason: "\(error)")
    }
  }

  /// The bytes of the file at `path`; nil if there is none.
  /// - Throws: `.cannotRead`.
  static func read(_ path: String) throws(ConfigurationError) -> [UInt8]? {
    do {
      return try FileContents.bytes(of: path)
    } catch {
      throw .cannotRead(path: path, reason: error.description)
    }
  }
}
