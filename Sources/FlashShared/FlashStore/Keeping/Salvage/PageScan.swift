internal import FlashSQL

/// Reads rows from the leaf pages of a database file one by one, without the trees that lead to them.
///
/// - Source: https://www.sqlite.org/fileformat2.html, sections 1.6 and 2.1. Whatever does not fit the
///   format is passed over.
struct PageScan {
  private let file: [UInt8]
  private let pageSize: Int

  init(_ file: [UInt8]) {
    self.file = file
    let told = file.count >= 18 ? Int(file[16]) << 8 | Int(file[17]) : 0
    // Ours are made with pages of 4 KiB; another size is believed only where it can be one.
    pageSize = told >= 512 && told <= 32_768 && told & (told - 1) == 0 ? told : 4_096
  }

  /// Calls `body` for each row of each leaf page.
  func forEachRow(
    _ check: () throws -> Void, _ body: (SalvagedRow) throws -> Void
  ) throws {
    for page in 0..<file.count / pageSize {
      if page.isMultiple(of: 256) { try check() }
      // The first page begins with the file's own header, and has no rows of ours.
      guard page > 0 else { continue }
      let start = page * pageSize
      let isTable = file[start] == 0x0D
      guard isTable || file[start] == 0x0A else { continue }
      let cells = Int(file[start + 3]) << 8 | Int(file[start + 4])
      guard 8 + 2 * cells <= pageSize else { continue }
      for cell in 0..<cells {
        let place = start + 8 + 2 * cell
        let offset = Int(file[place]) << 8 | Int(file[place + 1])
        guard offset >= 8 + 2 * cells, offset < pageSize else { continue }
        if let row = row(at: start + offset, end: start + pageSize, isTable: isTable) {
          try body(row)
        }
      }
    }
  }

  /// The row whose cell begins at `start`; nil if it is none.
  private func row(at start: Int, end: Int, isTable: Bool) -> SalvagedRow? {
    var cursor = start
    // Pages that lead back to themselves never hold more than the file does.
    guard let size = varint(&cursor, end), size > 0, size <= file.count else { return nil }
    var key: Int64?
    if isTable {
      guard let number = varint(&cursor, end) else { return nil }
      key = number
    }
    guard let payload = payload(at: cursor, end: end, size: Int(size), isTable: isTable) else {
      return nil
    }
    return PageScan.values(of: payload).map { SalvagedRow(key: key, values: $0) }
  }

  /// The bytes of a record, put together from its overflow pages.
  private func payload(at start: Int, end: Int, size: Int, isTable: Bool) -> [UInt8]? {
    let most = isTable ? pageSize - 35 : (pageSize - 12) * 64 / 255 - 23
    guard size > most else {
      return start + size <= end ? Array(file[start..<start + size]) : nil
    }
    let least = (pageSize - 12) * 32 / 255 - 23
    let wanted = least + (size - least) % (pageSize - 4)
    let local = wanted <= most ? wanted : least
    guard start + local + 4 <= end else { return nil }
    var bytes = Array(file[start..<start + local])
    bytes.reserveCapacity(size)
    var next = number(at: start + local)
    while bytes.count < size {
      let page = (next - 1) * pageSize
      guard next > 1, page + pageSize <= file.count else { return nil }
      next = number(at: page)
      let count = min(pageSize - 4, size - bytes.count)
      bytes += file[page + 4..<page + 4 + count]
    }
    return bytes
  }

  private func number(at place: Int) -> Int {
    Int(file[place]) << 24 | Int(file[place + 1]) << 16 | Int(file[place + 2]) << 8
      | Int(file[place + 3])
  }

  private func varint(_ cursor: inout Int, _ end: Int) -> Int64? {
    PageScan.varint(file, &cursor, end)
  }

  /// Reads one to nine bytes, big-endian, seven bits each, all eight of the ninth.
  private static func varint(_ bytes: [UInt8], _ cursor: inout Int, _ end: Int) -> Int64? {
    var value: UInt64 = 0
    for count in 1...9 {
      guard cursor < end else { return nil }
      let byte = bytes[cursor]
      cursor += 1
      if count == 9 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { break }
    }
    return Int64(bitPattern: value)
  }
}

// MARK: - Records

extension PageScan {
  /// The most columns that a row of ours has, and some.
  private static let mostColumns = 100

  /// The values of a record; nil if its header does not fit it.
  private static func values(of record: [UInt8]) -> [SQLValue]? {
    var header = 0
    guard let headerSize = varint(record, &header, record.count), headerSize <= record.count,
      headerSize >= 1
    else { return nil }
    var body = Int(headerSize)
    var values: [SQLValue] = []
    while header < Int(headerSize) {
      guard values.count < mostColumns, let type = varint(record, &header, Int(headerSize)),
        let value = value(ofType: type, record, &body)
      else { return nil }
      values.append(value)
    }
    return body == record.count ? values : nil
  }

  private static func value(
    ofType type: Int64, _ record: [UInt8], _ body: inout Int
  ) -> SQLValue? {
    let sizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]
    guard type >= 0, type != 10, type != 11 else { return nil }
    let size = type < 10 ? sizes[Int(type)] : Int((type - 12) / 2)
    guard size <= record.count - body else { return nil }
    let bytes = record[body..<body + size]
    body += size
    switch type {
    case 0: return .null
    case 1...6:
      var number: Int64 = bytes.first.map { $0 >= 0x80 ? -1 : 0 } ?? 0
      for byte in bytes { number = number << 8 | Int64(byte) }
      return .integer(number)
    case 7: return .double(Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }))
    case 8, 9: return .integer(type - 8)
    case let type where type.isMultiple(of: 2): return .blob(Array(bytes))
    default: return .text(String(decoding: bytes, as: UTF8.self))
    }
  }
}
