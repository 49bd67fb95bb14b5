import Foundation
import FuzzedParsers
import Testing

/// What `make fuzz` has found interesting, without libFuzzer.
@Suite struct CorpusTests {
  private static let corpora = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fuzz/corpora")

  private func files(of name: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: CorpusTests.corpora.appending(path: name), includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
  }

  @Test(
    "what has to hold of a parser holds for every file of its corpus", arguments: FuzzedParser.all)
  func holds(parser: FuzzedParser) throws {
    let files = try files(of: parser.name)
    #expect((10...200).contains(files.count))
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      #expect(bytes.count <= 4_096, "\(file.lastPathComponent)")
      #expect(parser.violation(of: bytes) == nil, "\(parser) \(file.lastPathComponent)")
    }
  }

  @Test("there is a corpus for each parser and no other")
  func names() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: CorpusTests.corpora.path)
    #expect(folders.sorted() == FuzzedParser.all.map(\.name).sorted())
  }

  @Test("nothing at all, and bytes that are nothing, break no parser", arguments: FuzzedParser.all)
  func noise(parser: FuzzedParser) {
    for bytes in [[], [0], [0xFF], [UInt8](0...255), [UInt8](repeating: 0x28, count: 4_000)] {
      #expect(parser.violation(of: bytes) == nil)
    }
  }
}
