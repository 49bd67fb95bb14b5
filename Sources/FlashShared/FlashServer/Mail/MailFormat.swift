import FlashCrypto
import FlashModel

/// The sender of all mails: an address, possibly with a name, as `Flash <flash@example.org>`.
public struct MailOrigin: Sendable, Hashable {
  public let address: String
  public let name: String?

  /// - Returns: nil unless it is `ADDRESS` or `NAME <ADDRESS>`.
  public init?(_ text: String) {
    let text = text.trimmed
    if text.hasSuffix(">"), let start = text.lastIndex(of: "<") {
      address = String(text[text.index(after: start)...].dropLast())
      let name = String(text[..<start]).trimmed
      self.name = name.isEmpty ? nil : name
    } else {
      address = text
      name = nil
    }
    // Nothing but a checked address gets into a header or a command.
    guard (try? EmailAddress(address)) != nil else { return nil }
  }

  var domain: String {
    String(address[address.index(after: address.lastIndex(of: "@") ?? address.startIndex)...])
  }
}

extension OutgoingMail {
  /// The mail as it travels: lines ended by CR LF, UTF-8 in a form that every mail server passes on.
  /// - Source: RFC 5322 for the whole, RFC 2045 (6.8) for the body, RFC 2047 for headers, RFC 3834
  ///   for `Auto-Submitted`, RFC 8058 for `List-Unsubscribe-Post`.
  public func message(from origin: MailOrigin) -> [UInt8] {
    var lines: [String] = []
    let name = origin.name.map { MailHeader.phrase($0) + " " } ?? ""
    lines.append("From: \(name)<\(origin.address)>")
    lines.append("To: <\(recipient)>")
    lines.append("Subject: \(MailHeader.text(subject, after: 9))")
    lines.append("Date: \(MailHeader.date(written))")
    lines.append("Message-ID: <\(id)@\(origin.domain)>")
    lines.append("Auto-Submitted: auto-generated")
    if let unsubscribe {
      lines.append("List-Unsubscribe: <\(unsubscribe)>")
      lines.append("List-Unsubscribe-Post: List-Unsubscribe=One-Click")
    }
    lines.append("MIME-Version: 1.0")
    lines.append("Content-Type: text/plain; charset=utf-8")
    let isPlain = body.utf8.allSatisfy { $0 == 10 || (32..<127).contains($0) }
    let bodyLines = body.split(separator: "\n", omittingEmptySubsequences: false)
    if isPlain, bodyLines.allSatisfy({ $0.utf8.count <= 998 }) {
      lines.append("Content-Transfer-Encoding: 7bit")
      lines.append("")
      lines += bodyLines.map(String.init)
    } else {
      lines.append("Content-Transfer-Encoding: base64")
      lines.append("")
      let canonical = bodyLines.joined(separator: "\r\n")
      var rest = Substring(Base64.standard.encode(Array(canonical.utf8)))
      while !rest.isEmpty {
        lines.append(String(rest.prefix(76)))
        rest = rest.dropFirst(76)
      }
      lines.append("")
    }
    return Array(lines.joined(separator: "\r\n").utf8)
  }
}

/// Forms that values take in headers. No value can end its line: what is not plain is encoded.
enum MailHeader {
  /// Text for a header without structure.
  /// - Parameter column: where it begins.
  static func text(_ text: String, after column: Int) -> String {
    let isPlain =
      text.utf8.allSatisfy { (32..<127).contains($0) } && column + text.utf8.count <= 998
      && !text.contains("=?")
    return isPlain ? text : encoded(text)
  }

  /// A name before an address: quoted if it is plain, else encoded.
  static func phrase(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (32..<127).contains($0) } && text.utf8.count <= 60
    guard isPlain, !text.contains("=?") else { return encoded(text) }
    var quoted = "\""
    for character in text {
      if character == "\"" || character == "\\" { quoted.append("\\") }
      quoted.append(character)
    }
    return quoted + "\""
  }

  /// Words of at most 75 characters, split between characters, one on a line.
  /// - Source: RFC 2047, 2 and 4.1.
  private static func encoded(_ text: String) -> String {
    var words: [String] = []
    var chunk: [UInt8] = []
    func finish() {
      if !chunk.isEmpty { words.append("=?utf-8?B?\(Base64.standard.encode(chunk))?=") }
      chunk = []
    }
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      if chunk.count + bytes.count > 42 { finish() }
      chunk += bytes
    }
    finish()
    return words.joined(separator: "\r\n ")
  }

  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `Mon, 30 Nov 2026 07:00:00 +0000`.
  static func date(_ moment: Timestamp) -> String {
    let day = moment.milliseconds.flooredQuotient(by: Timestamp.millisecondsPerDay)
    let seconds = (moment.milliseconds - day * Timestamp.millisecondsPerDay) / 1_000
    let date = CivilDate(dayNumber: day)
    let weekday = days[Int(((day % 7) + 7) % 7)]
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(weekday), \(two(date.day)) \(months[Int(date.month) - 1]) \(date.year) "
      + "\(two(seconds / 3_600)):\(two(seconds / 60 % 60)):\(two(seconds % 60)) +0000"
  }
}
