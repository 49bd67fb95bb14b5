/// Something that happens, of which a person's own programs are told.
public enum HookName: String, CaseIterable, Sendable {
  /// An answer is on the disk.
  case postAnswer = "post-answer"
  /// Files were imported.
  case postImport = "post-import"
  /// A sync is about to begin; a hook that fails keeps it from that.
  case preSync = "pre-sync"
}
