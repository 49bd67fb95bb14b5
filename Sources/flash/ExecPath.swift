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

  /// What `make install` noted in the file `commit` beside the programs that it installed; nil if
  /// this program does not stand there.
  static var installedCommit: String? {
    guard let folder = resolved(option: nil, environment: Environment([:])) else { return nil }
    do throws(SystemError) {
      let file = try Descriptor.open(folder + "/commit", .read)
      defer { file.close() }
      var bytes: [UInt8] = []
      _ = try file.read(upTo: 256, into: &bytes)
      let line = bytes.prefix { $0 > 0x20 }
      return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    } catch {
      return nil
    }
  }

  /// Everything before the last slash of `path`; nil if there is none.
  static func parent(of path: String) -> String? {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) }
  }
}
