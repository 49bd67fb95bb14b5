import FlashModel
import Foundation
import Testing

@testable import FlashTestSupport

/// The program on a port of its own, which runs until the value goes away.
final class RunningServer {
  let port: UInt16
  private let process: Process
  private let log: URL

  struct NotStarted: Error { let log: String }

  /// - Parameter command: what starts the program, and prints a line that ends with the port.
  init(
    in home: TestHome, _ arguments: [String] = [],
    command: (String) -> [String] = RunningServer.plain
  ) throws {
    let log = URL(fileURLWithPath: home.folder.path(of: "log"))
    let process = Process()
    let words = command(Executable.built("flash-serve").path) + arguments
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.environment = Sanitizer.options.merging(
      home.environment.filter { $0.key != "FLASH_NOW" }
    ) { $1 }
    try home.folder.write("", to: "log")
    let output = Pipe()
    process.standardOutput = output
    let errors = try FileHandle(forWritingTo: log)
    process.standardError = errors
    try SpawnLock.with { try process.run() }
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let text = line.split(separator: ":").last, let port = UInt16(text.dropLast()) else {
      throw NotStarted(log: String(decoding: try Data(contentsOf: log), as: UTF8.self))
    }
    self.port = port
    self.process = process
    self.log = log
  }

  /// Lets the system choose the port.
  static let plain: @Sendable (String) -> [String] = { [$0, "--listen", "127.0.0.1:0"] }

  /// Hands a socket over, as systemd does.
  static let activated: @Sendable (String) -> [String] = { program in
    let script = """
      use Socket; use POSIX ();
      $^F = 255;
      socket(my $socket, PF_INET, SOCK_STREAM, 0) or die $!;
      bind($socket, pack_sockaddr_in(0, INADDR_LOOPBACK)) && listen($socket, 9) or die $!;
      my ($port) = unpack_sockaddr_in(getsockname($socket));
      $| = 1; print "127.0.0.1:$port\n";
      POSIX::dup2(fileno($socket), 3);
      $ENV{LISTEN_PID} = $$; $ENV{LISTEN_FDS} = 1;
      exec @ARGV;
      """
    return ["/usr/bin/perl", "-e", script, program]
  }

  deinit { if process.isRunning { process.terminate() } }

  func get(_ path: String, _ fields: String = "") throws -> RawAnswer {
    let connection = try RawConnection(port: port)
    connection.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n")
    return try #require(try connection.answer())
  }

  func post(_ path: String, _ body: String, _ fields: String = "") throws -> RawAnswer {
    let connection = try RawConnection(port: port)
    let length = "Content-Length: \(body.utf8.count)\r\n"
    connection.send("POST \(path) HTTP/1.1\r\nHost: x\r\n\(length)\(fields)\r\n\(body)")
    return try #require(try connection.answer())
  }

  /// Asks it to stop, and waits.
  func stop() -> Process.TerminationReason {
    process.terminate()
    process.waitUntilExit()
    return process.terminationReason
  }

  var lines: [JSONValue] {
    get throws {
      try Data(contentsOf: log).split(separator: 10).map { try JSONValue(parsing: Array($0)) }
    }
  }
}
