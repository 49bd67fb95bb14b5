import FlashCommand

/// Where an account's data goes.
enum ExportFile {
  /// Writes to standard output, or to a file that takes its place when it is whole.
  /// - Parameter file: nil or `-` for standard output.
  static func write(
    _ bytes: [UInt8], to file: String?, mayReplace: Bool, in context: CommandContext
  ) throws {
    guard let file, file != "-" else {
      context.output.write(bytes)
      return context.output.flush()
    }
    let path = file.hasPrefix("/") ? file : context.workingDirectory + "/" + file
    let staged = try StagedFile(path: path, mayReplace: mayReplace)
    try staged.write(bytes)
    try staged.commit()
    // The first line is a header, the last a count.
    let rows = max(0, bytes.count { $0 == 0x0A } - 2)
    try context.say("wrote \(Shown.count(rows, "row")) to '\(file)'")
  }
}

extension CommandOption {
  /// `-o`.
  static func output(into path: any WritableKeyPath<Options, String?> & Sendable) -> Self {
    .value(
      "output", short: "o", named: "FILE", help: "write to this file; '-' is standard output",
      into: path, completion: .files)
  }

  /// `-f`.
  static func replaces(into path: any WritableKeyPath<Options, Bool> & Sendable) -> Self {
    .flag("force", short: "f", help: "replace a file that is there", into: path)
  }
}
