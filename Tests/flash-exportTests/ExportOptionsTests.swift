import FlashCommand
import Testing

@testable import flash_export

@Suite struct ExportOptionsTests {
  @Test(
    "the format is what was named, else what the file's name says, else CSV",
    arguments: [
      (nil, nil, ExportOptions.Form.csv), ("-", nil, .csv), ("x.TSV", nil, .tsv),
      ("a.b/x.tab", nil, .tsv), ("x.jsonl", nil, .jsonl), ("x.jsonl", .csv, .csv),
      ("-", .tsv, .tsv), ("x.apkg", nil, .apkg),
    ] as [(String?, ExportOptions.Form?, ExportOptions.Form)])
  func form(output: String?, format: ExportOptions.Form?, expected: ExportOptions.Form) throws {
    var options = ExportOptions()
    options.output = output
    options.format = format
    #expect(try options.form == expected)
  }

  @Test("a name that says nothing is refused")
  func unknown() {
    var options = ExportOptions()
    options.output = "deck.xml"
    #expect(throws: ExportError.unknownExtension(file: "deck.xml")) { try options.form }
  }
}
