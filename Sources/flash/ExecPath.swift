import FlashCommand

/// Where the programs are that ship with the dispatcher.
enum ExecPath {
  /// `option`, else `$FLASH_EXEC_PATH`, else `../libexec/flash` beside the real program, else the
  /// folder of the real program, which is where a build leaves its products.
  static func resolved(option: String?, environment: Environment) -> String? {
    if let chosen = option ?? environment.nonEmpty("FLASH_EXEC_PATH") {
      return chosen.utf8.first == UInt8(ascii: "/") ? chosen : System.absolute(chosen)
    }
    guard let program = System.executable, let folder = parent(of: program) else { return nil }
    if let prefix = parent(of: folder) {
      let installed = prefix + "/libexec/flash"
      if case .folder = System.kind(of: installed) { return installed }
    }
    return folder.isEmpty ? "/" : folder
  }

  /// Everything before the last slash of `path`; nil if there is none.
  static func parent(of path: String) -> String? {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) }
  }
}
