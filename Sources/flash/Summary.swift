import FlashCommand

/// Asks a plugin for the line that describes it.
enum Summary {
  /// How long a plugin may take. One that does not know the question may do anything instead.
  private static let limit = Duration.milliseconds(500)
  private static let longest = 100

  /// The first line that the program at `path` answers to `--flash-summary`; nil if it fails, takes
  /// too long, or says what is no summary.
  static func ask(_ path: String) -> String? {
    guard
      let answer = HelperProcess.answer(
        path, ["--flash-summary"], within: limit, limit: 4 * longest),
      let text = String(validating: answer, as: UTF8.self)
    else { return nil }
    let lines = text.split(separator: "\n")
    guard lines.count == 1, lines[0].count <= longest else { return nil }
    return lines[0].unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      ? String(lines[0]) : nil
  }
}
