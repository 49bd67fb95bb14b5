/// A disk that loses power: what was written since the last sync of a file is there or not, in any
/// order, sector by sector; names follow in the order in which they were given.
struct DiskModel {
  /// A change that a program made, as the shim logs it.
  struct Change {
    /// `W` write, `T` truncate, `S` sync, `R` rename, `U` unlink, `A` what standard output was given.
    var what: UInt8
    var path: String
    var offset: Int
    var data: [UInt8]
  }

  private struct File {
    var durable: [UInt8] = []
    var pending: [Change] = []
  }

  private enum NameChange {
    case link(String, Int)
    case unlink(String)
    case rename(String, String)
  }

  private static let sector = 512

  private var files: [File] = []
  private var names: [String: Int] = [:]
  private var durableNames: [String: Int] = [:]
  private var pendingNames: [NameChange] = []

  /// - Parameter content: what is on the disk for good.
  init(_ content: [String: [UInt8]]) {
    for (path, bytes) in content {
      names[path] = files.count
      files.append(File(durable: bytes))
    }
    durableNames = names
  }

  mutating func take(_ change: Change) {
    switch change.what {
    case UInt8(ascii: "W"), UInt8(ascii: "T"):
      files[file(change.path)].pending.append(change)
    case UInt8(ascii: "S"):
      guard let index = names[change.path] else { return settleNames() }
      let pending = files[index].pending
      files[index].pending = []
      for change in pending { DiskModel.apply(change, to: &files[index].durable) }
      // A file whose bytes are safe can be found again.
      durableNames[change.path] = index
    case UInt8(ascii: "R"):
      let new = String(decoding: change.data, as: UTF8.self)
      names[new] = names.removeValue(forKey: change.path)
      pendingNames.append(.rename(change.path, new))
    case UInt8(ascii: "U"):
      names[change.path] = nil
      pendingNames.append(.unlink(change.path))
    default: break
    }
  }

  private mutating func file(_ path: String) -> Int {
    if let known = names[path] { return known }
    names[path] = files.count
    pendingNames.append(.link(path, files.count))
    files.append(File())
    return files.count - 1
  }

  private mutating func settleNames() {
    for change in pendingNames { DiskModel.apply(change, to: &durableNames) }
    pendingNames = []
  }

  /// What may be on the disk after power was lost now.
  func image(_ random: inout some RandomNumberGenerator) -> [String: [UInt8]] {
    var names = durableNames
    for change in pendingNames.prefix(Int.random(in: 0...pendingNames.count, using: &random)) {
      DiskModel.apply(change, to: &names)
    }
    return names.mapValues { index in
      var bytes = files[index].durable
      for change in files[index].pending.shuffled(using: &random) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: break
        case 1: DiskModel.tear(change, into: &bytes, &random)
        default: DiskModel.apply(change, to: &bytes)
        }
      }
      return bytes
    }
  }

  private static func apply(_ change: NameChange, to names: inout [String: Int]) {
    switch change {
    case .link(let name, let index): names[name] = index
    case .unlink(let name): names[name] = nil
    case .rename(let old, let new):
      guard let index = names.removeValue(forKey: old) else { return }
      names[new] = index
    }
  }

  private static func apply(_ change: Change, to bytes: inout [UInt8]) {
    guard change.what == UInt8(ascii: "W") else {
      resize(&bytes, to: change.offset)
      return
    }
    let end = change.offset + change.data.count
    if bytes.count < end { resize(&bytes, to: end) }
    bytes.replaceSubrange(change.offset..<end, with: change.data)
  }

  /// Writes some of a change's sectors.
  private static func tear(
    _ change: Change, into bytes: inout [UInt8], _ random: inout some RandomNumberGenerator
  ) {
    guard change.what == UInt8(ascii: "W") else { return apply(change, to: &bytes) }
    for start in stride(from: 0, to: change.data.count, by: sector)
    where Bool.random(using: &random) {
      let piece = change.data[start..<min(start + sector, change.data.count)]
      apply(
        Change(
          what: change.what, path: change.path, offset: change.offset + start, data: Array(piece)),
        to: &bytes)
    }
  }

  private static func resize(_ bytes: inout [UInt8], to count: Int) {
    if bytes.count > count {
      bytes.removeLast(bytes.count - count)
    } else {
      bytes += [UInt8](repeating: 0, count: count - bytes.count)
    }
  }

  /// Reads the shim's log.
  static func changes(_ log: [UInt8]) -> [Change] {
    func number(_ place: Int, _ size: Int) -> Int {
      log[place..<place + size].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    var changes: [Change] = []
    var place = 0
    while place + 24 <= log.count {
      let length = number(place + 4, 4)
      let size = number(place + 16, 8)
      let hasData = [UInt8(ascii: "W"), UInt8(ascii: "R"), UInt8(ascii: "A")].contains(log[place])
      let name = place + 24
      let end = name + length + (hasData ? size : 0)
      guard end <= log.count else { break }
      changes.append(
        Change(
          what: log[place], path: String(decoding: log[name..<name + length], as: UTF8.self),
          offset: number(place + 8, 8), data: Array(log[name + length..<end])))
      place = end
    }
    return changes
  }
}
