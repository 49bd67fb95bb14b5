import FlashModel

/// What a failed command says, once for people and once for scripts.
public struct ErrorReport: Sendable, Hashable {
  public let message: String
  public let hint: String?
  /// A stable slug.
  public let code: String
  public let exitCode: ExitCode

  /// The report on any error; one that is none of ours is a fault of flash itself.
  public init(_ error: any Error) {
    guard let known = error as? any UserFacingError else {
      message = "unexpected error: \(error)"
      hint = nil
      code = "internal_error"
      exitCode = .bug
      return
    }
    message = known.message
    hint = known.hint
    code = known.code
    exitCode = (known as? any ExitCodeProviding)?.exitCode ?? ExitCode(known.kind)
  }

  /// `flash-import: notes.csv:14: …` and at most one `hint:` line, each ended by a newline.
  ///
  /// Controls are shown escaped: a message quotes file and deck names, and those must not drive
  /// the terminal.
  public func text(program: String) -> String {
    let first = "\(program): \(message.withVisibleControls)\n"
    guard let hint else { return first }
    return first + "hint: \(hint.withVisibleControls)\n"
  }

  /// The line that `--json` promises on standard error, ended by a newline.
  public var json: String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("error")
    writer.beginObject()
    writer.key("code")
    writer.value(code)
    writer.key("message")
    writer.value(message)
    writer.key("hint")
    writer.value(hint)
    writer.endObject()
    writer.key("exit")
    writer.value(Int64(exitCode.rawValue))
    writer.endObject()
    writer.newline()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension String {
  /// This text with C0 and C1 controls and bidirectional overrides written as `\u{1b}`.
  var withVisibleControls: String {
    guard unicodeScalars.contains(where: \.drivesTerminal) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.drivesTerminal {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var drivesTerminal: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
