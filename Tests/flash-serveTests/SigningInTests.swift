import FlashModel
import Foundation
import Testing

@testable import FlashTestSupport

/// Signing in to the program as it is started, with mail in a folder.
@Suite struct SigningInTests {
  private func post(_ path: String, _ body: String, to port: UInt16) throws -> RawAnswer {
    let connection = try RawConnection(port: port)
    connection.send(
      "POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    return try #require(try connection.answer())
  }

  private func mail(in folder: String) throws -> String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return try names.first { $0.hasSuffix(".eml") }.map {
      try String(contentsOfFile: folder + "/" + $0, encoding: .utf8)
    }
  }

  @Test("somebody signs in by a link that a running server puts into a folder")
  func link() throws {
    try TestHome.with { home in
      let folder = home.folder.path(of: "mail")
      try home.folder.write(
        "[serve]\n  mail = dir:\(folder)\n  public-url = https://flash.example/\n",
        to: ".config/flash/config")
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Executable.built("flash-serve").path)
      process.arguments = ["--listen", "127.0.0.1:0"]
      process.environment = Sanitizer.options.merging(
        home.environment.filter { $0.key != "FLASH_NOW" }
      ) { $1 }
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try SpawnLock.with { try process.run() }
      defer { process.terminate() }
      let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      let port = try #require(line.split(separator: ":").last.flatMap { UInt16($0.dropLast()) })
      let asked = try post(
        "/api/v1/auth/magic-link/request", #"{"email":"ada@example.org"}"#, to: port)
      #expect(asked.status == 204)
      // The job that sends mail looks every second.
      var text: String?
      for _ in 0..<600 where text == nil {
        text = try mail(in: folder)
        if text == nil { usleep(50_000) }
      }
      let found = try #require(text)
      let start = try #require(found.range(of: "https://flash.example/auth/consume?t="))
      let token = found[start.upperBound...].prefix(64)
      let answer = try post(
        "/api/v1/auth/magic-link/consume", #"{"token":"\#(token)"}"#, to: port)
      #expect(answer.status == 200)
      let access = try #require(
        try JSONValue(parsing: Array(answer.text.utf8))["access_token"]?.string)
      let connection = try RawConnection(port: port)
      connection.send(
        "GET /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(access)\r\n\r\n")
      let me = try #require(try connection.answer())
      #expect(me.status == 200 && me.text.contains("ada@example.org"))
    }
  }
}
