public import FlashCommand
public import FlashText

/// A format, by the name that `--format` takes.
public struct FormatName: CommandValue {
  public let format: Format

  public init?(argument: String) {
    // Both are delimited text, whose delimiter is found out.
    guard let format = Format(rawValue: argument == "tsv" ? "csv" : argument) else { return nil }
    self.format = format
  }

  public static let expected =
    "the name of a format: " + Format.all.map(\.name).joined(separator: ", ")
  public static let valueName = "FORMAT"
  public static let completion = Completion.words(Format.all.filter(\.isReadable).map(\.name))
}

/// An encoding, by one of the names it goes by.
public struct EncodingName: CommandValue {
  public let encoding: TextEncoding

  public init?(argument: String) {
    guard let encoding = TextEncoding(name: argument) else { return nil }
    self.encoding = encoding
  }

  public static let expected =
    "one of " + TextEncoding.allCases.map(\.rawValue).joined(separator: ", ")
  public static let valueName = "NAME"
  public static let completion = Completion.words(TextEncoding.allCases.map(\.rawValue))
}

/// A delimiter: the character, or its name.
public struct DelimiterName: CommandValue {
  public let byte: UInt8

  public init?(argument: String) {
    if let named = DelimiterName.names[argument.lowercased()] {
      byte = named
    } else if argument.utf8.count == 1, let byte = argument.utf8.first,
      DelimitedDialect.canDelimit(byte)
    {
      self.byte = byte
    } else {
      return nil
    }
  }

  private static let names: [String: UInt8] = [
    "tab": 0x09, "\\t": 0x09, "comma": 0x2C, "semicolon": 0x3B, "pipe": 0x7C, "space": 0x20,
  ]

  public static let expected = "one ASCII character, or tab, comma, semicolon, pipe, space"
  public static let valueName = "CHAR"
  public static let completion = Completion.words(["tab", "comma", "semicolon", "pipe", "space"])
}
