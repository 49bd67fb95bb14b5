/// One line that tells how far long work has come, drawn over itself and erased at the end.
///
/// It writes nothing itself: the bytes go to standard error.
public struct ProgressLine: Sendable {
  /// What progress looks like.
  public enum Form: Sendable, Hashable {
    /// A line that changes in place, for terminals.
    case live
    /// A plain line every 30 s, for `-v` elsewhere.
    case plain
    case none

    /// - Parameters:
    ///   - isDumb: whether `TERM` is unset or `dumb`.
    ///   - ci: the value of `CI`; set and not empty means that nobody watches.
    public init(
      errorIsTerminal: Bool, isDumb: Bool, isQuiet: Bool, isVerbose: Bool, ci: String?
    ) {
      if isQuiet {
        self = .none
      } else if errorIsTerminal, !isDumb, (ci ?? "").isEmpty {
        self = .live
      } else {
        self = isVerbose ? .plain : .none
      }
    }
  }

  private let form: Form
  private let charset: Charset
  private var nextDraw: Duration
  private var isShown = false

  private static let delay = Duration.milliseconds(500)
  private static let liveInterval = Duration.milliseconds(100)
  private static let plainInterval = Duration.seconds(30)

  public init(_ form: Form, charset: Charset) {
    self.form = form
    self.charset = charset
    nextDraw = form == .plain ? Self.plainInterval : Self.delay
  }

  /// Whether an update at this time would draw, so that nobody makes a text in vain.
  /// - Parameter elapsed: since the work began.
  public func isDue(at elapsed: Duration) -> Bool { form != .none && elapsed >= nextDraw }

  /// The bytes that show `text`, none if it is too early.
  /// - Parameter columns: the window's width; the line stays narrower.
  public mutating func update(
    _ text: String, at elapsed: Duration, columns: Int
  ) -> [UInt8] {
    guard isDue(at: elapsed) else { return [] }
    nextDraw = elapsed + (form == .plain ? Self.plainInterval : Self.liveInterval)
    var bytes: [UInt8] = form == .live ? [0x0D] : []
    let line = text.printable(.line)
    charset.append(form == .live ? line.truncated(to: columns - 1) : line, to: &bytes)
    bytes += form == .live ? ScreenControl.eraseToEndOfLine : [0x0A]
    isShown = form == .live
    return bytes
  }

  /// A bar of ten places.
  /// - Parameter percent: 0 to 100.
  public static func bar(percent: Int, charset: Charset) -> String {
    let done = min(max(percent, 0), 100) / 10
    let (full, rest) = charset == .ascii ? ("#", ".") : ("█", "░")
    return String(repeating: full, count: done) + String(repeating: rest, count: 10 - done)
  }

  /// The bytes that erase the line, for the end and before other text; it comes back with the next
  /// update.
  public mutating func erase() -> [UInt8] {
    guard isShown else { return [] }
    isShown = false
    return [0x0D] + ScreenControl.eraseToEndOfLine
  }
}
