/// What was asked for with `--color` or `color.ui`.
public enum ColorChoice: String, Sendable, Hashable, CaseIterable {
  case always, never, auto
}

/// The environment variables that decide about colour.
public struct ColorEnvironment: Sendable, Hashable {
  public var noColor: String?
  public var cliColorForce: String?
  public var cliColor: String?
  public var term: String?
  public var colorTerm: String?

  /// Picks `NO_COLOR`, `CLICOLOR_FORCE`, `CLICOLOR`, `TERM` and `COLORTERM` out of an environment.
  public init(_ environment: [String: String]) {
    noColor = environment["NO_COLOR"]
    cliColorForce = environment["CLICOLOR_FORCE"]
    cliColor = environment["CLICOLOR"]
    term = environment["TERM"]
    colorTerm = environment["COLORTERM"]
  }
}

/// How many colours a stream may show; `none` also means no bold or underline, no escape at all.
public enum ColorDepth: Int, Sendable, Hashable, Comparable {
  case none, sixteen, indexed, trueColor

  /// Decides for one stream.
  ///
  /// First match: the choice, `NO_COLOR`, `CLICOLOR_FORCE`, `TERM`, `CLICOLOR=0`, the terminal.
  /// - Parameter isTerminal: whether that stream is a terminal.
  public init(_ choice: ColorChoice, in environment: ColorEnvironment, isTerminal: Bool) {
    let isOn =
      switch choice {
      case .always: true
      case .never: false
      case .auto: Self.isOn(environment, isTerminal: isTerminal)
      }
    self = isOn ? Self.offered(environment) : .none
  }

  private static func isOn(_ environment: ColorEnvironment, isTerminal: Bool) -> Bool {
    if let noColor = environment.noColor, !noColor.isEmpty { return false }
    if let force = environment.cliColorForce, !force.isEmpty, force != "0" { return true }
    guard let term = environment.term, !term.isEmpty, term != "dumb" else { return false }
    if environment.cliColor == "0" { return false }
    return isTerminal
  }

  private static func offered(_ environment: ColorEnvironment) -> ColorDepth {
    let term = environment.term ?? ""
    let colorTerm = environment.colorTerm ?? ""
    if colorTerm == "truecolor" || colorTerm == "24bit" || term.hasSuffix("-direct") {
      return .trueColor
    }
    return term.contains("256color") || term == "xterm-kitty" ? .indexed : .sixteen
  }

  public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }
}
