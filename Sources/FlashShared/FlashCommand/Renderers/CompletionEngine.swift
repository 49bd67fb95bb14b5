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
    for candidate in place.answer(to: last, isSplit: isSplit, in: &context, supplier: candidates)
    where candidate.value.isOneWord {
      let description = candidate.description.withVisibleControls
      context.output.line(
        description.isEmpty ? candidate.value : "\(candidate.value)\t\(description)")
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

extension String {
  fileprivate var isOneWord: Bool {
    !isEmpty && !utf8.contains { $0 < 0x20 || $0 == 0x7F }
  }
}
