/// Text to look for, in any case, with places where anything may stand.
public struct QueryText: Hashable, Sendable {
  /// What must occur, in this order; anything may stand between two pieces. Only the first and the
  /// last may be empty, if there are several. In NFC.
  public let pieces: [String]

  /// - Parameter pieces: what stands between the asterisks, and before and after them.
  public init(pieces: [String]) {
    let composed = pieces.map(CardText.composed)
    let inner = composed.dropFirst().dropLast().filter { !$0.isEmpty }
    self.pieces =
      composed.count < 2 ? [composed.first ?? ""] : [composed[0]] + inner + composed.suffix(1)
  }

  /// Text without such places.
  public init(_ literal: String) { self.init(pieces: [literal]) }

  /// The text, if anything may stand nowhere in it.
  public var literal: String? { pieces.count == 1 ? pieces[0] : nil }
}

/// Where text is to be found in another.
public enum QueryTextPlace: Hashable, Sendable {
  /// Anywhere.
  case within
  /// At the beginning, and case counts.
  case beginning
  /// All of a path, or all of what stands before one of its `::`.
  case path
}

/// Looks for text in many others.
public struct QueryTextMatcher: Sendable {
  private let pieces: [[UInt8]]
  private let place: QueryTextPlace

  public init(_ text: QueryText, at place: QueryTextPlace) {
    self.place = place
    pieces = text.pieces.map { Array((place == .beginning ? $0 : $0.lowercased()).utf8) }
  }

  /// Whether the text is found in `other`.
  public func matches(_ other: String) -> Bool { matches(Array(other.utf8).span) }

  /// Whether the text is found in `other`, which is UTF-8.
  public func matches(_ other: Span<UInt8>) -> Bool {
    switch place {
    case .within: return find(pieces[...], in: QueryTextMatcher.folded(other), from: 0) != nil
    case .beginning:
      let bytes = QueryTextMatcher.copy(other)
      return bytes.starts(with: pieces[0])
        && find(pieces.dropFirst(), in: bytes, from: pieces[0].count) != nil
    case .path: return matchesPath(QueryTextMatcher.folded(other))
    }
  }

  private static func copy(_ text: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for index in text.indices { bytes.append(text[index]) }
    return bytes
  }

  /// The text in lower case; what is ASCII needs no more than a look at each byte.
  private static func folded(_ text: Span<UInt8>) -> [UInt8] {
    var bytes = copy(text)
    var all: UInt8 = 0
    for index in bytes.indices {
      let byte = bytes[index]
      all |= byte
      if (0x41...0x5A).contains(byte) { bytes[index] = byte | 0x20 }
    }
    return all < 0x80 ? bytes : Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8)
  }

  private func matchesPath(_ path: [UInt8]) -> Bool {
    let colon = UInt8(ascii: ":")
    for end in path.indices.dropLast() where path[end] == colon && path[end + 1] == colon {
      if matchesAll(of: path[..<end]) { return true }
    }
    return matchesAll(of: path[...])
  }

  private func matchesAll(of bytes: ArraySlice<UInt8>) -> Bool {
    guard let last = pieces.last, pieces.count > 1 else { return bytes.elementsEqual(pieces[0]) }
    guard bytes.starts(with: pieces[0]), bytes.count >= pieces[0].count + last.count,
      bytes.suffix(last.count).elementsEqual(last)
    else { return false }
    let end = bytes.count - last.count
    let found = find(
      pieces.dropFirst().dropLast(), in: Array(bytes.prefix(end)), from: pieces[0].count)
    return found != nil
  }

  /// Where the last of `pieces` ends, each being taken at its first place behind the one before.
  private func find(_ pieces: ArraySlice<[UInt8]>, in bytes: [UInt8], from start: Int) -> Int? {
    var position = start
    for piece in pieces where !piece.isEmpty {
      guard let found = first(piece, in: bytes, from: position) else { return nil }
      position = found + piece.count
    }
    return position
  }

  private func first(_ piece: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count - start >= piece.count else { return nil }
    for place in start...(bytes.count - piece.count)
    where bytes[place] == piece[0] && bytes[place..<place + piece.count].elementsEqual(piece) {
      return place
    }
    return nil
  }
}
