/// What hooks see of our variables. A list of what they get rather than of what they do not: nobody
/// knows the names of all secrets.
enum HookEnvironment {
  private static let passed: Set = [
    "HOME", "PATH", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TZDIR", "TERM", "TMPDIR",
    "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_STATE_HOME",
    "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
    "DBUS_SESSION_BUS_ADDRESS", "TMUX", "TMUX_PANE", "FLASH_EXEC_PATH", "FLASH_SERVER", "FLASH_NOW",
  ]

  /// Tells that a hook runs: within it no other is run, so that one that answers a card is not told
  /// of its own answer for ever.
  static let mark = "FLASH_HOOK"

  /// - Parameter store: the collection's absolute path, which a hook's own `flash` then uses, too.
  static func variables(
    for name: HookName, store: String?, from environment: Environment
  ) -> [String: String] {
    var variables = environment.all.filter { passed.contains($0.key) || $0.key.hasPrefix("LC_") }
    variables[mark] = name.rawValue
    if let store { variables["FLASH_STORE"] = store }
    return variables
  }
}
