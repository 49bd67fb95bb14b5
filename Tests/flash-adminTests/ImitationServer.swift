import FlashModel
import Foundation
import Testing

@testable import FlashTestSupport

/// A server that answers what it was told to, and notes what it was asked.
final class ImitationServer {
  let address: String
  private let folder: TemporaryDirectory
  private let process: Process

  /// What one path is answered with, in order; the last answer goes on.
  struct Answer {
    let request: String
    let status: Int
    let body: String

    /// - Parameter request: the method and the beginning of the path with its query.
    init(_ request: String, _ status: Int = 200, _ body: String = "") {
      self.request = request
      self.status = status
      self.body = body
    }
  }

  init(_ answers: [Answer]) throws {
    folder = try TemporaryDirectory()
    let script = JSONValue.array(
      answers.map {
        .array([.string($0.request), .integer(Int64($0.status)), .string($0.body)])
      })
    try Data(script.bytes).write(to: URL(fileURLWithPath: folder.path + "/script"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-c", ImitationServer.program, folder.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try SpawnLock.with { try process.run() }
    self.process = process
    let port = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    address = "http://127.0.0.1:" + port.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit {
    // A milder signal is blocked in it, as it is in the tests.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// What was asked: method, path, and the body if there was one.
  var requests: [String] {
    get throws {
      guard FileManager.default.fileExists(atPath: folder.path + "/requests") else { return [] }
      return try String(contentsOfFile: folder.path + "/requests", encoding: .utf8)
        .split(separator: "\n").map(String.init)
    }
  }

  private static let program = #"""
    import gzip, json, sys
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
    folder = sys.argv[1]
    script = json.load(open(folder + "/script"))
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def log_message(self, *_): pass
        def answer(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if self.headers.get("Content-Encoding") == "gzip": body = gzip.decompress(body)
            line = self.command + " " + self.path + (" " + body.decode() if body else "")
            if self.headers.get("If-Match"): line += " if " + self.headers["If-Match"]
            with open(folder + "/requests", "a") as log: log.write(line + "\n")
            status, text = 404, '{"code":"not_found","message":"Not here."}'
            if self.headers.get("Authorization") != "Bearer fo_test":
                status, text = 401, '{"code":"token_revoked","message":"The token was revoked."}'
            else:
                fits = [e for e in script if (self.command + " " + self.path).startswith(e[0])]
                if fits:
                    _, status, text = fits[0]
                    if len([e for e in fits if e[0] == fits[0][0]]) > 1: script.remove(fits[0])
            data = text.encode()
            self.send_response(status)
            if status != 204: self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()
    """#
}
