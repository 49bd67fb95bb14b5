/// A crontab with lines of ours among those of others, which are never touched.
///
/// A line of ours ends in a comment with the job's name, by which it is found again. To the shell
/// that cron starts it is a comment as well.
public struct CrontabText: Hashable, Sendable {
  public private(set) var bytes: [UInt8]

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  private static let newline = UInt8(ascii: "\n")

  /// The lines that stand for a job.
  public static func lines(of job: ScheduledJob) -> [String] {
    let words =
      job.variables.map { "\($0.name)=\($0.value.quotedForShells)" }
      + job.command.map(\.quotedForShells)
    // To cron a percent sign is a line break.
    let command = words.joined(separator: " ").split(
      separator: "%", omittingEmptySubsequences: false
    ).joined(separator: "\\%")
    return job.times.cronFields.map { "\($0) \(command) # \(job.name)" }
  }

  /// Puts the lines of a job where lines of it are already, else at the end.
  public mutating func set(_ job: ScheduledJob) {
    let (others, place) = without(job.name)
    let start = place ?? others.count
    // The line before has to end, and gets back its missing end when ours is removed.
    let isOpen = start == others.count && others.last.map { $0 != Self.newline } ?? false
    var added: [UInt8] = isOpen ? [Self.newline] : []
    for (index, line) in Self.lines(of: job).enumerated() {
      added += Array((line + (isOpen && index == 0 ? Self.joint : "")).utf8) + [Self.newline]
    }
    bytes = others[..<start] + added + others[start...]
  }

  /// Takes the lines of a job out; what is left is what was there before they came.
  /// - Returns: whether there were any.
  @discardableResult
  public mutating func remove(_ name: String) -> Bool {
    let (others, place) = without(name)
    bytes = others
    return place != nil
  }

  /// What is there without the lines of a job, and where in it they were.
  private func without(_ name: String) -> (others: [UInt8], place: Int?) {
    var others: [UInt8] = []
    var place: Int?
    var isJoined = false
    for line in bytes.split(separator: Self.newline, omittingEmptySubsequences: false).dropEnd() {
      let joins = Self.ends(line.text, in: " # \(name)\(Self.joint)")
      guard joins || Self.ends(line.text, in: " # \(name)") else {
        others += line.text + line.end
        continue
      }
      place = place ?? others.count
      isJoined = isJoined || joins
    }
    // Only where no line came after ours in the meantime.
    if isJoined, place == others.count, others.last == Self.newline {
      others.removeLast()
      place = others.count
    }
    return (others, place)
  }

  /// Marks the line of ours that had to end the line before.
  private static let joint = " (joined)"

  private static func ends(_ line: ArraySlice<UInt8>, in mark: String) -> Bool {
    // A line that somebody has commented out is theirs.
    line.suffix(mark.utf8.count).elementsEqual(mark.utf8) && line.first != UInt8(ascii: "#")
  }
}

extension [ArraySlice<UInt8>] {
  /// Lines, each with its end; what follows the last end is a line if there is anything.
  fileprivate func dropEnd() -> [(text: ArraySlice<UInt8>, end: [UInt8])] {
    enumerated().compactMap { index, line in
      let isLast = index == count - 1
      return isLast && line.isEmpty ? nil : (line, isLast ? [] : [UInt8(ascii: "\n")])
    }
  }
}

extension String {
  /// Whether no shell and no unit sees anything but text in this word.
  var isPlainWord: Bool {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+=:,@")
    return !isEmpty && allSatisfy(plain.contains)
  }

  /// This text as one word of sh(1).
  public var quotedForShells: String {
    if isPlainWord { return self }
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
