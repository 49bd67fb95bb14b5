import FlashCommand

/// Finds the program of a command, by trying to become it.
struct ProgramSearch {
  /// Where the programs are that ship; nil if that cannot be told.
  let execPath: String?
  /// The absolute folders of `PATH`, in order.
  let searchPath: [String]
  /// The first file of the right name that could not be run.
  private(set) var notRunnable: DispatchError?

  init(execPath: String?, searchPath: [String]) {
    self.execPath = execPath
    self.searchPath = searchPath
  }

  /// The search of a process that ``Dispatcher/resolve()`` has prepared.
  init(environment: Environment) {
    self.init(
      execPath: environment.nonEmpty("FLASH_EXEC_PATH"),
      searchPath: Self.folders(in: environment["PATH"] ?? ""))
  }

  /// The folders of a `PATH`; empty and relative ones, which change with the working directory, are
  /// left out.
  static func folders(in path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: ":")).filter { $0.first == UInt8(ascii: "/") }
      .map { String(Substring($0)) }
  }

  /// Becomes the program of the command `name`; returns if there is none.
  /// - Parameters:
  ///   - question: the program's first arguments, before those that an alias that ships adds.
  ///   - rest: the program's last arguments.
  mutating func become(_ name: String, asking question: [String], with rest: ArgumentVector) {
    if let execPath {
      run(name, in: execPath, ArgumentVector(question).appending(rest))
      if let alias = CommandList.alias(name) {
        let words = question + alias.words.dropFirst()
        run(alias.words[0], in: execPath, ArgumentVector(words).appending(rest))
      }
    }
    for folder in searchPath {
      run(name, in: folder, ArgumentVector(question).appending(rest))
    }
  }

  /// Tries to become `flash-NAME` of `folder`. Asking first whether it is there would cost a call
  /// and could be wrong a moment later.
  private mutating func run(_ name: String, in folder: String, _ arguments: ArgumentVector) {
    let path = folder + "/flash-" + name
    let error = arguments.exec(path)
    // A file that is there may still be refused: no x bit, no such interpreter. A folder of that
    // name is refused like a file without the x bit, and is no command at all.
    if notRunnable == nil, case .file = System.kind(of: path) {
      notRunnable = .notRunnable(path: path, error)
    }
  }

  /// The path of the program of the command `name`; nil if there is none that can be run.
  func path(of name: String) -> String? {
    var candidates: [String] = []
    if let execPath {
      candidates.append("\(execPath)/flash-\(name)")
      if let alias = CommandList.alias(name) {
        candidates.append("\(execPath)/flash-\(alias.words[0])")
      }
    }
    candidates += searchPath.map { "\($0)/flash-\(name)" }
    return candidates.first(where: Self.isProgram)
  }

  static func isProgram(_ path: String) -> Bool {
    if case .file(canRun: true) = System.kind(of: path) { true } else { false }
  }
}
