import FlashTestSupport

/// A collection's files with some damage.
struct StoreMutant {
  /// What is done to them.
  enum Kind: String, CaseIterable, Sendable {
    case flippedBit = "a bit flipped"
    case changedBytes = "bytes changed"
    case changedHeader = "the file's header changed"
    case changedPageHead = "a page's header changed"
    case zeroedPage = "a page zeroed"
    case noise = "a page of noise"
    case swappedPages = "two pages swapped"
    case truncated = "the file cut short"
    case changedFreePage = "a free page changed"
    case changedLog = "the log changed"
    case truncatedLog = "the log cut short"
    case swappedFrames = "frames of the log swapped"

    var isOfLog: Bool {
      self == .changedLog || self == .truncatedLog || self == .swappedFrames
    }
  }

  let kind: Kind
  var file: [UInt8]
  var log: [UInt8]?
  /// Pages of the file that are not what they were.
  var pages: Set<Int> = []
  /// Bytes of rows that may be other than they were without any sign of it.
  var changes = 0

  init(_ kind: Kind, of image: StoreImage, _ random: inout SeededRandom) {
    self.kind = kind
    file = kind.isOfLog ? image.earlierFile : image.file
    log = kind.isOfLog ? image.log : nil
    switch kind {
    case .flippedBit: flip(Int.random(in: file.indices, using: &random), &random)
    case .changedBytes:
      for _ in 0..<Int.random(in: 2...20, using: &random) {
        change(Int.random(in: file.indices, using: &random), &random)
      }
    case .changedHeader:
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        change(Int.random(in: 0..<100, using: &random), &random)
      }
      changes = 0
    case .changedPageHead:
      let page = Int.random(in: 0..<image.pages, using: &random)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // The first page's own header follows the file's.
        let start = page * StoreImage.pageSize + (page == 0 ? 100 : 0)
        change(start + Int.random(in: 0..<16, using: &random), &random)
      }
    case .zeroedPage: fill(Int.random(in: 0..<image.pages, using: &random)) { 0 }
    case .noise:
      fill(Int.random(in: 0..<image.pages, using: &random)) {
        UInt8.random(in: 0...255, using: &random)
      }
    case .swappedPages:
      let first = Int.random(in: 0..<image.pages, using: &random)
      swap(first, Int.random(in: 0..<image.pages, using: &random))
    case .truncated: truncate(to: Int.random(in: 1..<file.count, using: &random), image.pages)
    case .changedFreePage:
      let page = image.freePages[Int.random(in: image.freePages.indices, using: &random)]
      fill(page) { UInt8.random(in: 0...255, using: &random) }
    case .changedLog, .truncatedLog, .swappedFrames: mutateLog(&random)
    }
    // SQLite does not look into the end of a long text; zeros in it are noticed all the same.
    if kind == .noise || kind == .swappedPages {
      changes += pages.intersection(image.overflowPages).count
    }
  }

  private mutating func mutateLog(_ random: inout SeededRandom) {
    guard var bytes = log else { return }
    let frame = StoreImage.pageSize + 24
    switch kind {
    case .truncatedLog: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
    case .swappedFrames:
      let frames = (bytes.count - 32) / frame
      let first = 32 + Int.random(in: 0..<frames, using: &random) * frame
      let second = 32 + Int.random(in: 0..<frames, using: &random) * frame
      for index in 0..<frame { bytes.swapAt(first + index, second + index) }
    default:
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // As often in a header as in a page.
        let start = Int.random(in: 0...(bytes.count - 33) / frame, using: &random) * frame
        let reach = Bool.random(using: &random) ? 56 : frame
        let place = min(start + Int.random(in: 0..<reach, using: &random), bytes.count - 1)
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    }
    log = bytes
  }

  private mutating func flip(_ place: Int, _ random: inout SeededRandom) {
    file[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    pages.insert(place / StoreImage.pageSize)
    changes += 1
  }

  private mutating func change(_ place: Int, _ random: inout SeededRandom) {
    file[place] = UInt8.random(in: 0...255, using: &random)
    pages.insert(place / StoreImage.pageSize)
    changes += 1
  }

  private mutating func fill(_ page: Int, _ byte: () -> UInt8) {
    for index in page * StoreImage.pageSize..<(page + 1) * StoreImage.pageSize {
      file[index] = byte()
    }
    pages.insert(page)
  }

  private mutating func swap(_ first: Int, _ second: Int) {
    for index in 0..<StoreImage.pageSize {
      file.swapAt(first * StoreImage.pageSize + index, second * StoreImage.pageSize + index)
    }
    if first != second { pages.formUnion([first, second]) }
  }

  private mutating func truncate(to length: Int, _ count: Int) {
    file.removeLast(file.count - length)
    pages.formUnion(length / StoreImage.pageSize..<count)
  }
}
