import FlashCollection
import FlashCommand
import FlashText
import Testing

@testable import flash_import

@Suite struct ImportOptionsTests {
  @Test(
    "a delimiter is a character or a name",
    arguments: [
      ("tab", 0x09 as UInt8?), ("\\t", 0x09), (";", 0x3B), ("Comma", 0x2C), ("#", 0x23),
      ("pipe", 0x7C), ("\"", nil), ("ab", nil), ("é", nil), ("", nil), ("\n", nil),
    ])
  func delimiter(text: String, byte: UInt8?) {
    #expect(DelimiterName(argument: text)?.byte == byte)
  }

  @Test("formats and encodings go by their names")
  func names() {
    #expect(FormatName(argument: "tsv")?.format == .delimited)
    #expect(FormatName(argument: "apkg")?.format == .ankiPackage)
    #expect(FormatName(argument: "doc") == nil)
    #expect(EncodingName(argument: "UTF-16LE")?.encoding == .utf16LittleEndian)
    #expect(EncodingName(argument: "ebcdic") == nil)
  }

  @Test("a summary names only what happened")
  func summary() {
    var report = FileReport(file: "x.csv", format: "csv", encoding: "utf-8")
    #expect(report.summary == "x.csv: nothing new")
    report.added = 1
    report.duplicates = 2
    report.conflicting = 3
    report.reviews = 1
    report.decksAdded = 2
    #expect(
      report.summary
        == "x.csv: 1 card added, 2 duplicates, 3 edited here and kept so, 1 review added, 2 new decks"
    )
  }
}
