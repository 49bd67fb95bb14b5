import FlashTestSupport
import Foundation

/// The mail server that `scripts/install-smtp` installs, running.
final class RealMailServer: Sendable {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
  private static let python = root + "/.build/smtp/bin/python"

  /// Whether it is there, or ought to be: only a script that could not reach PyPI leaves nothing
  /// behind and succeeds. Installs it if nobody has.
  static let isExpected: Bool = {
    let outcome = try? Executable(path: root + "/scripts/install-smtp").run(
      environment: ProcessInfo.processInfo.environment, deadline: .seconds(300))
    guard outcome?.code == 0 else { return true }
    return outcome?.errors.contains("PyPI can't be reached") == false
  }()

  private let folder: TemporaryDirectory
  let port: Int
  var certificate: String { folder.path + "/cert.pem" }

  /// - Parameter mode: `plain`, `tls` or `login`.
  init(_ mode: String) throws {
    folder = try TemporaryDirectory()
    let outcome = try Executable(path: "/bin/sh").run(
      [
        "-c", RealMailServer.script, "sh", folder.path, RealMailServer.python,
        RealMailServer.root + "/Tests/FlashMailTests/smtp-server.py", mode,
        String(ProcessInfo.processInfo.processIdentifier),
      ], environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path], deadline: .seconds(120))
    guard let port = Int(outcome.output) else {
      throw RealMailServerFailure(log: outcome.errors + outcome.output)
    }
    self.port = port
  }

  /// What it has got, as it got it.
  func mails() throws -> [String] {
    try folder.names(in: ".").filter { $0.hasSuffix(".eml") }.map {
      String(decoding: try folder.read($0), as: UTF8.self)
    }
  }

  private static let script = """
    cd "$1"
    openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 \\
      -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1 2>/dev/null || exit 1
    "$2" "$3" "$1" "$4" "$5" </dev/null >log 2>&1 &
    for try in $(seq 1000); do
      [ -e port ] && printf %s "$(cat port)" && exit 0
      kill -0 $! 2>/dev/null || break
      sleep 0.1
    done
    cat log >&2
    exit 1
    """
}

struct RealMailServerFailure: Error {
  let log: String
}
