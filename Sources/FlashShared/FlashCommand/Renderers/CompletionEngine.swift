/// Answers `__complete -- WORDS…`: what the last word may become, one `value<TAB>description` a
/// line. Silent on any error: a shell is waiting for a key.
struct CompletionEngine {
  typealias Supplier = (CompletionRequest, inout CommandContext) throws -> [CompletionCandidate]

  private let root: Subcommand

  init(root: Subcommand) { self.root = root }

  func answer(_ words: [String], in context: inout CommandContext, candidates: Supplier) {
    var (words, isSplit) = Self.joined(words)
    let last = words.popLast() ?? ""
    let place = CompletionPlace(after: words, root: root)
    for candidate in place.answer(to: last, isSplit: isSplit, in: &context, supplier: candidates) {
      if let line = candidate.line { context.output.line(line) }
    }
  }

  /// bash parts words at `=`; puts `--name`, `=`, `value` together again and tells whether the last
  /// word was split, as then only its value must be answered.
  static func joined(_ words: [String]) -> (words: [String], isSplit: Bool) {
    var joined: [String] = []
    var isSplit = false
    var index = 0
    while index < words.count {
      if words[index] == "=", let option = joined.last, option.hasPrefix("--"),
        !option.contains("=")
      {
        let value = index + 1 < words.count ? words[index + 1] : ""
        joined[joined.count - 1] = "\(option)=\(value)"
        isSplit = index + 2 >= words.count
        index += 2
      } else {
        joined.append(words[index])
        isSplit = false
        index += 1
      }
    }
    return (joined, isSplit)
  }
}

extension CompletionCandidate {
  /// As the engine prints it, without the newline; nil if the value has controls in it.
  public var line: String? {
    guard value.isOneWord else { return nil }
    let description = description.withVisibleControls
    return description.isEmpty ? value : "\(value)\t\(description)"
  }
}

extension String {
  fileprivate var isOneWord: Bool {
    !isEmpty && !utf8.contains { $0 < 0x20 || $0 == 0x7F }
  }
}
