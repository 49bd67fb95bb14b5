/// Fetches small documents from the web, such as a set of keys.
public enum Fetching {
  /// - Parameters:
  ///   - seconds: after which it is given up.
  /// - Returns: what came, and for how many seconds it may be kept.
  /// - Throws: `.cannotFetch`; also for more than a mebibyte.
  public static func document(
    _ url: String, seconds: Int = 5
  ) throws(MailError) -> (bytes: [UInt8], maximumAge: Int?) {
    let (body, headers) = try CurlHandle().fetch(url, seconds: seconds, largest: 1 << 20)
    return (body, maximumAge(headers["cache-control"]))
  }

  /// - Source: RFC 9111, 5.2.2.
  static func maximumAge(_ field: String?) -> Int? {
    var age: Int?
    for part in (field ?? "").lowercased().split(separator: ",") {
      let words = part.split(separator: "=", maxSplits: 1).map { word in
        String(word.filter { !$0.isWhitespace && $0 != "\"" })
      }
      if words == ["no-store"] || words == ["no-cache"] { return 0 }
      if words.count == 2, words[0] == "max-age" { age = Int(words[1]) }
    }
    return age
  }
}
