/// Completes a path by listing its directory.
public enum FileCompletion {
  /// More entries than this help nobody, and reading on costs time.
  private static let limit = 1_000

  /// The entries that begin as `typed` does; directories end in `/`.
  /// - Parameter home: what a leading `~/` stands for when the directory is read.
  public static func candidates(
    for typed: String, directoriesOnly: Bool, home: String?
  ) -> [CompletionCandidate] {
    let slash = typed.lastIndex(of: "/")
    let lead = slash.map { String(typed[...$0]) } ?? ""
    let name = typed.dropFirst(lead.count)
    var directory = lead.isEmpty ? "." : lead
    if directory.hasPrefix("~/"), let home { directory = home + directory.dropFirst() }
    return DirectoryEntry.entries(of: directory).lazy
      .filter { $0.name.hasPrefix(name) && ($0.name.hasPrefix(".") ? name.hasPrefix(".") : true) }
      .filter { $0.isDirectory || !directoriesOnly }
      .prefix(limit)
      .map { CompletionCandidate(lead + $0.name + ($0.isDirectory ? "/" : "")) }
  }
}
