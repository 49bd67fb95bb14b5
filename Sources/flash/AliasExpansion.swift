import FlashCommand

/// Follows the aliases of the settings, each at most once.
struct AliasExpansion {
  enum Result: Equatable {
    case words([String])
    /// A command line for `sh`.
    case shell(String)
  }

  /// The aliases followed so far.
  private var chain: [String] = []
  private let load: @Sendable () throws(ConfigurationError) -> Configuration

  init(
    load: @escaping @Sendable () throws(ConfigurationError) -> Configuration = {
      () throws(ConfigurationError) in try Configuration.load()
    }
  ) { self.load = load }

  /// What the alias `name` stands for; nil if there is no such alias.
  /// - Throws: `.configuration` for a loop, which it shows, and for text that is no list of words.
  mutating func expand(_ name: String) throws(DispatchError) -> Result? {
    do throws(ConfigurationError) {
      guard let text = try load().string("alias.\(name)") else { return nil }
      if let start = chain.firstIndex(of: name) {
        throw ConfigurationError.aliasLoop(chain[start...] + [name])
      }
      chain.append(name)
      return try Self.result(of: text, name: name)
    } catch {
      throw .configuration(error)
    }
  }

  /// Reads the text of an alias.
  static func result(of text: String, name: String) throws(ConfigurationError) -> Result {
    if text.hasPrefix("!") { return .shell(String(text.dropFirst())) }
    guard let words = ShellWords.split(text) else {
      throw .badAlias(name: name, problem: "a quote is not closed in '\(text)'")
    }
    guard !words.isEmpty else { throw .badAlias(name: name, problem: "stands for nothing") }
    return .words(words)
  }
}
