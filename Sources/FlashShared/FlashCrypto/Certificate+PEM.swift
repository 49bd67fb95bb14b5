extension Certificate {
  private static let begin = "-----BEGIN CERTIFICATE-----"
  private static let end = "-----END CERTIFICATE-----"

  /// The certificates of a file of text; what stands around them is passed over.
  /// - Returns: nil if there is none, or one that cannot be read.
  /// - Source: RFC 7468.
  public static func list(pem text: String) -> [Certificate]? {
    var found: [Certificate] = []
    var rest = Substring(text)
    while let start = rest.firstRange(of: begin) {
      rest = rest[start.upperBound...]
      guard let stop = rest.firstRange(of: end),
        let bytes = Base64.standard.decode(
          String(rest[..<stop.lowerBound].filter { !$0.isWhitespace })),
        let certificate = Certificate(bytes)
      else { return nil }
      found.append(certificate)
      rest = rest[stop.upperBound...]
    }
    return found.isEmpty ? nil : found
  }
}
