public import FlashText

extension Format {
  /// A reader for files of XML formats; nil for all others.
  /// - Throws: `.tooLarge` if there is no memory for it.
  public func xmlReader(
    _ encoding: DetectedEncoding
  ) throws(TextFormatError) -> (any DraftReader)? {
    switch self {
    case .ankiApp: try XMLCardReader(AnkiAppDeck(), encoding)
    case .mnemosyneCards: try XMLCardReader(MnemosyneSet(name: ""), encoding)
    case .superMemo: try XMLCardReader(SuperMemoDeck(), encoding)
    case .mnemosyneXML: try XMLCardReader(MnemosyneDeck(), encoding)
    case .pauker: try XMLCardReader(PaukerDeck(), encoding)
    case .kvtml: try XMLCardReader(KVTMLDeck(), encoding)
    case .jMemorize: try XMLCardReader(JMemorizeDeck(), encoding)
    default: nil
    }
  }
}
