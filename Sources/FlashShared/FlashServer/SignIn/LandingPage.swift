import FlashCrypto

/// The pages behind links in mails: HTML without scripts, pictures or anything from elsewhere.
///
/// Showing one changes nothing, as scanners of mail and previews of links fetch them; what counts
/// is the button, a form that posts.
enum LandingPage {
  /// The page behind a link for signing in. It is the same for any token.
  static func signIn(_ token: String) throws -> HTTPResponse {
    let code = try ShortCode(link: Secret(token))
    return try page(
      "Sign in to Flash",
      """
      <p>If a terminal waits for you to sign in, press the button. Do so only if you have just \
      asked for it, and if it shows the number in the mail.</p>
      \(button("Sign in", at: "/auth/consume", token))
      <p>Or type this code there:</p>
      <p class="code">\(escaped(code.shown))</p>
      """)
  }

  /// What the button led to.
  static func signedIn(_ isApproved: Bool) throws -> HTTPResponse {
    try page(
      isApproved ? "Signed in" : "Nothing to do",
      isApproved
        ? "<p>Go back to your terminal. You may close this page.</p>"
        : """
        <p>No terminal waits for this link: it may have been used, or have run out. Ask for \
        another one if you want to sign in.</p>
        """)
  }

  /// The page behind the link in the notice of a deletion.
  static func keepAccount(_ token: String) throws -> HTTPResponse {
    try page(
      "Keep your Flash account",
      """
      <p>Your account and everything in it is to be deleted. Press the button to keep it.</p>
      \(button("Keep my account", at: "/auth/keep", token))
      """)
  }

  static func kept(_ isKept: Bool) throws -> HTTPResponse {
    try page(
      isKept ? "Your account stays" : "Nothing to do",
      isKept
        ? "<p>The deletion is cancelled. Sign in on your devices again to go on.</p>"
        : "<p>No deletion is scheduled that this link could cancel.</p>")
  }

  /// The page behind the link in a reminder.
  static func unsubscribe(_ token: String) throws -> HTTPResponse {
    try page(
      "Reminders by mail",
      """
      <p>Press the button to get no more reminders by mail.</p>
      \(button("No more mails", at: "/mail/unsubscribe", token))
      """)
  }

  static func unsubscribed(_ wasOn: Bool) throws -> HTTPResponse {
    try page(
      wasOn ? "No more mails" : "Nothing to do",
      wasOn
        ? "<p>You get no more reminders by mail. Your devices remind you as before.</p>"
        : "<p>This link ends no mails: they have been ended before.</p>")
  }

  /// The page that leads to Apple's.
  static func appleStart(_ address: String) throws -> HTTPResponse {
    try page(
      "Sign in to Flash with Apple",
      """
      <p>Go on only if you have just asked for it in a terminal of yours.</p>
      <p><a href="\(escaped(address))">Sign in with Apple</a></p>
      """)
  }

  /// What signing in with Apple led to.
  static func appleCode(_ code: ShortCode) throws -> HTTPResponse {
    try page(
      "Signed in with Apple",
      """
      <p>Type this code in your terminal, and show it to nobody:</p>
      <p class="code">\(escaped(code.shown))</p>
      """)
  }

  /// - Parameter reason: a sentence.
  static func appleRefused(_ reason: String) throws -> HTTPResponse {
    var response = try page(
      "Not signed in",
      """
      <p>\(escaped(reason))</p>
      <p><a href="/auth/apple">Try again</a></p>
      """)
    response.status = 400
    return response
  }

  private static func button(_ label: String, at path: String, _ token: String) -> String {
    """
    <form method="post" action="\(path)">
    <input type="hidden" name="t" value="\(escaped(token))">
    <button>\(label)</button>
    </form>
    """
  }

  private static let style = """
    body{font:18px/1.5 sans-serif;max-width:32em;margin:3em auto;padding:0 1em}\
    button{font:inherit;padding:.5em 1.5em}.code{font:1.5em monospace}
    """

  private static func page(_ title: String, _ body: String) throws -> HTTPResponse {
    let styleHash = Base64.standard.encode(try Digest.sha256(style).bytes)
    let html = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(title)</title>
      <style>\(style)</style>
      </head>
      <body>
      <h1>\(title)</h1>
      \(body)
      </body>
      </html>

      """
    return HTTPResponse(
      200,
      fields: [
        ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
        ("Referrer-Policy", "no-referrer"), ("X-Robots-Tag", "noindex"),
        ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
        (
          "Content-Security-Policy",
          "default-src 'none'; style-src 'sha256-\(styleHash)'; form-action 'self'; "
            + "frame-ancestors 'none'; base-uri 'none'"
        ),
      ], body: Array(html.utf8))
  }

  /// Text that may stand in HTML, also between quotes.
  static func escaped(_ text: String) -> String {
    var safe = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": safe += "&amp;"
      case "<": safe += "&lt;"
      case ">": safe += "&gt;"
      case "\"": safe += "&quot;"
      case "'": safe += "&#39;"
      default: safe.unicodeScalars.append(character)
      }
    }
    return safe
  }
}

/// A field of a form as browsers post it.
/// - Source: the URL standard, application/x-www-form-urlencoded parsing.
func formField(_ name: String, in body: [UInt8]) -> String? {
  for pair in body.split(separator: UInt8(ascii: "&")) {
    let parts = pair.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, formDecoded(parts[0]) == name else { continue }
    return formDecoded(parts[1])
  }
  return nil
}

private func formDecoded(_ text: ArraySlice<UInt8>) -> String {
  var bytes: [UInt8] = []
  var index = text.startIndex
  while index < text.endIndex {
    let byte = text[index]
    index += 1
    if byte == UInt8(ascii: "+") {
      bytes.append(32)
    } else if byte == UInt8(ascii: "%"), index + 2 <= text.endIndex,
      let value = UInt8(String(decoding: text[index..<index + 2], as: UTF8.self), radix: 16)
    {
      bytes.append(value)
      index += 2
    } else {
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
