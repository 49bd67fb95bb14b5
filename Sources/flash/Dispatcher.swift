import FlashCommand

/// Turns the arguments of `flash` into the program that they name, or into what flash is to answer
/// itself.
///
/// The order, first hit wins: what flash does itself; the programs that ship, and their aliases;
/// `flash-NAME` in `PATH`; the aliases of the settings. So nothing can replace a command that
/// ships, and settings are read only when all else has failed.
struct Dispatcher {
  private var arguments: ArgumentVector
  private var expansion = AliasExpansion()
  private(set) var programs = ProgramSearch(execPath: nil, searchPath: [])

  init(arguments: ArgumentVector) { self.arguments = arguments }

  /// The name of the command and what follows it, once ``resolve()`` has read what stands before.
  var words: [String] { arguments.texts }

  /// Becomes the program that the arguments name.
  /// - Returns: only if flash has to answer itself.
  mutating func resolve() throws(DispatchError) -> Request {
    while true {
      if let question = try readOptions() { return request(for: question) }
      guard arguments.count > 0 else { return .shortList }
      let name = arguments[0]
      if arguments.count > 1, arguments[1] == "--help" { return .help([name]) }
      if name == "version", arguments.count == 1 { return .version }
      if CommandList.isBuiltIn(name) || BuiltIn.isHidden(name) { return .builtIn(name) }
      guard Self.isName(name) else { return .unknown(name) }
      programs.become(name, asking: [], with: arguments.dropFirst(1))
      guard let words = try expansion.expand(name) else {
        if let failure = programs.notRunnable { throw failure }
        return .unknown(name)
      }
      arguments = try follow(words)
    }
  }

  /// Puts `name` in the place of the command's name and resolves again.
  func corrected(to name: String) -> Dispatcher {
    var dispatcher = self
    dispatcher.arguments = ArgumentVector([name]).appending(arguments.dropFirst(1))
    return dispatcher
  }

  /// The arguments after an alias: its own words, then what was given to it. Becomes a shell if the
  /// alias is for one.
  private func follow(_ words: AliasExpansion.Result) throws(DispatchError) -> ArgumentVector {
    let rest = arguments.dropFirst(1)
    switch words {
    case .words(let words): return ArgumentVector(words).appending(rest)
    case .shell(let command):
      let shell = "/bin/sh"
      let script = ["-c", command + " \"$@\"", command]
      let error = ArgumentVector(script).appending(rest).exec(shell)
      throw .notRunnable(path: shell, error)
    }
  }

  /// Reads the options before the name and does what they say.
  private mutating func readOptions() throws(DispatchError) -> GlobalOptions.Question? {
    let options = try GlobalOptions(arguments)
    arguments = arguments.dropFirst(options.count)
    // The version depends on nothing.
    if case .version = options.question { return .version }
    try options.apply()
    programs = ProgramSearch(
      execPath: ExecPath.resolved(option: options.execPath, environment: .process),
      searchPath: ProgramSearch.folders(in: Environment.process["PATH"] ?? ""))
    System.setVariable("FLASH_EXEC_PATH", to: programs.execPath)
    System.setVariable("FLASH_DISPATCH_VERSION", to: Release.version)
    return options.question
  }

  private func request(for question: GlobalOptions.Question) -> Request {
    switch question {
    case .usage: .usage
    case .help: .help(words)
    case .version: .version
    case .execPath: .execPath
    case .listCommands(let kinds): .listCommands(kinds)
    }
  }

  /// Whether `text` can be the name of a command: `[a-z0-9][a-z0-9-]*`.
  static func isName(_ text: String) -> Bool {
    text.utf8.first != UInt8(ascii: "-") && !text.isEmpty
      && text.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}

/// What flash answers itself.
enum Request {
  /// One of ``CommandList/builtIns``, or the completion engine.
  case builtIn(String)
  /// The bare version: asked for so often that it is spared the way of a command.
  case version
  /// `-h`.
  case usage
  /// The manual of the first word; of flash if there is none.
  case help([String])
  /// `flash` alone.
  case shortList
  case execPath
  /// With the kinds of names, separated by commas.
  case listCommands(String)
  /// No program and no alias bears the name.
  case unknown(String)
}
