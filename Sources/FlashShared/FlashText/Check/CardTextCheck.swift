/// Checks the texts of a card that is in a collection.
public enum CardTextCheck {
  /// What is found; lines and columns are those of the side, which the message names.
  /// - Parameter note: the cloze text that front and back are rendered from; nil if there is none.
  public static func findings(front: String, back: String, note: String?) -> [DeckFinding] {
    guard let note else {
      return findings(in: front, "front", isCloze: false)
        + findings(in: back, "back", isCloze: false)
    }
    return findings(in: note, "cloze text", isCloze: true)
  }

  private static func findings(in text: String, _ side: String, isCloze: Bool) -> [DeckFinding] {
    let bytes = Array(text.utf8)
    guard !bytes.span.trimmed(0..<bytes.count).isEmpty else {
      return [DeckFinding(.emptySide, "empty \(side)")]
    }
    let source = SourceText(bytes)
    var findings = CharacterScan.findings(in: source)
    if bytes.count > TextLimits.side {
      findings.append(DeckFinding(.tooLarge, "longer than 1 MiB"))
    }
    func add(_ code: FindingCode, at offset: Int, _ message: String) {
      let place = source.place(at: offset)
      findings.append(DeckFinding(code, line: place.line, column: place.column, message))
    }
    if isCloze {
      for fault in ClozeParser.faults(in: bytes[...]) {
        add(.cloze, at: fault.offset, fault.kind.words(in: .jsonCards))
      }
      if ClozeText(text).numbers.isEmpty {
        findings.append(DeckFinding(.noDeletion, RowProblem.Reason.noDeletion.words))
      }
    } else if !ClozeText(text).numbers.isEmpty,
      let offset = source.offset(of: Array("{{c".utf8), inLines: 1...source.lineCount)
    {
      add(.clozeAsText, at: offset, "'{{c' is text here: this is no cloze card")
    }
    return findings.map { found in
      var finding = found
      let place = finding.line > 1 || finding.column > 1 ? " \(finding.line):\(finding.column)" : ""
      finding.message = "\(side)\(place): \(finding.message)"
      return finding
    }
  }
}
