import FlashPackages
import FlashTestSupport
import Testing

@Suite struct ZipArchiveTests {
  private typealias Member = ZipBuilder.Member

  /// Reads every member of an archive.
  private func contents(
    _ bytes: [UInt8], limits: UnpackLimits = .standard
  ) throws(PackageError) -> [String: [UInt8]] {
    let file: OpenedFile
    do { file = try OpenedFile(bytes) } catch { throw .unreadable(reason: "\(error)") }
    let archive = try ZipArchive(descriptor: file.descriptor, limits: limits)
    var contents: [String: [UInt8]] = [:]
    for index in archive.members.indices {
      contents[archive.members[index].name] = try archive.contents(of: index, limit: 1 << 30)
    }
    return contents
  }

  private func code(_ bytes: [UInt8], limits: UnpackLimits = .standard) -> String? {
    do throws(PackageError) {
      _ = try contents(bytes, limits: limits)
      return nil
    } catch {
      return error.code
    }
  }

  @Test("members come back as they were put in, stored or deflated", arguments: [0, 8])
  func roundTrip(method: Int) throws {
    var large = Member("images/large", (0..<700_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
    large.method = method
    let builder = ZipBuilder([Member("0", "zero"), large, Member("ünï", ""), Member("1", "one")])
    let found = try contents(builder.bytes)
    #expect(found.count == 4)
    #expect(found["0"] == Array("zero".utf8))
    #expect(found["images/large"] == large.data)
    #expect(found["ünï"] == [])
    #expect(found["1"] == Array("one".utf8))
  }

  @Test("members can be opened in any order, and one after another in part")
  func order() throws {
    let file = try OpenedFile(
      ZipBuilder((0..<20).map { Member("\($0)", "member \($0)") }).bytes)
    let archive = try ZipArchive(descriptor: file.descriptor)
    var random = SeededRandom(seed: 7)
    for _ in 0..<200 {
      let index = Int.random(in: 0..<20, using: &random)
      #expect(archive.index(of: "\(index)") == index)
      if Bool.random(using: &random) {
        try archive.open(index)
        continue
      }
      #expect(
        try archive.contents(of: index, limit: 100) == Array("member \(index)".utf8))
    }
  }

  @Test("an archive with numbers of 64 bits, or a comment, is read; folders are no members")
  func forms() throws {
    var builder = ZipBuilder([Member("a", "x"), Member("b", "y")])
    builder.isWide = true
    #expect(try contents(builder.bytes) == ["a": [0x78], "b": [0x79]])
    builder.comment = Array("made by hand".utf8)
    #expect(try contents(builder.bytes).count == 2)
    var folder = Member("images/", "")
    folder.mode = 0o040755
    #expect(
      try contents(ZipBuilder([folder, Member("images/a", "x")]).bytes) == ["images/a": [0x78]])
    #expect(try contents(ZipBuilder().bytes) == [:])
  }

  @Test(
    "names that lead out of the folder are refused in every spelling",
    arguments: [
      "../a", "a/../b", "/etc/passwd", "..", ".", "a/./b", "a//b", "a\\b", "..\\a", "C:a", "c:\\a",
      "",
      "a\0b", "a\nb", String(repeating: "x", count: 256),
    ])
  func slip(name: String) {
    #expect(code(ZipBuilder([Member("ok", "x"), Member(name, "y")]).bytes) == "unsafe")
  }

  @Test("links and devices are refused", arguments: [0o120777, 0o020644, 0o010644, 0o060644])
  func links(mode: Int) {
    var link = Member("0", "/etc/passwd")
    link.mode = mode
    #expect(code(ZipBuilder([link]).bytes) == "unsafe")
  }

  @Test("what is damaged is refused as such")
  func damage() {
    var crc = Member("0", "zero")
    crc.crc = 1
    #expect(code(ZipBuilder([crc]).bytes) == "corrupt")
    #expect(code(ZipBuilder([Member("0", "a"), Member("0", "b")]).bytes) == "corrupt")
    for size in [0, 3, 5, 1 << 30] {
      for method in [0, 8] {
        var claimed = Member("0", "zero")
        (claimed.size, claimed.method) = (size, method)
        #expect(code(ZipBuilder([claimed]).bytes) == "corrupt", "\(size)")
      }
    }
    #expect(code([]) == "corrupt")
    #expect(code(Array("PK\u{3}\u{4}".utf8)) == "corrupt")
  }

  @Test("what is not read here is refused as such")
  func unsupported() {
    var encrypted = Member("0", "zero")
    encrypted.flags = 1
    #expect(code(ZipBuilder([encrypted]).bytes) == "unsupported")
    var packed = Member("0", "zero")
    packed.method = 14
    #expect(code(ZipBuilder([packed]).bytes) == "unsupported")
  }

  @Test("limits stop members, bytes and ratios")
  func limits() {
    let bytes = ZipBuilder([Member("0", "zero"), Member("1", "one")]).bytes
    var limits = UnpackLimits()
    limits.members = 1
    #expect(code(bytes, limits: limits) == "too_large")
    limits = UnpackLimits()
    limits.member = 3
    #expect(code(bytes, limits: limits) == "too_large")
    limits = UnpackLimits()
    limits.total = 6
    #expect(code(bytes, limits: limits) == "too_large")
    limits.total = 7
    #expect(code(bytes, limits: limits) == nil)
    var claimed = Member("0", "zero")
    claimed.size = 1 << 30 + 1
    #expect(code(ZipBuilder([claimed]).bytes) == "too_large")
  }

  @Test("an archive cut at any byte, or with any byte changed, is read or refused, never more")
  func cuts() {
    var deflated = Member("1", "one more")
    deflated.method = 8
    let bytes = ZipBuilder([Member("0", "zero"), deflated]).bytes
    for end in bytes.indices { #expect(code(Array(bytes[..<end])) == "corrupt") }
    let codes: Set<String?> = [nil, "corrupt", "unsafe", "unsupported", "too_large"]
    for index in bytes.indices {
      for flip in [1, 0x80, 0xFF] as [UInt8] {
        var changed = bytes
        changed[index] ^= flip
        #expect(codes.contains(code(changed)), "\(index)")
      }
    }
  }
}
