import FlashPostgreSQL
import FlashSQL
import Foundation
import Synchronization

/// A PostgreSQL server of the tests' own: one a process of tests, started by the first that asks.
///
/// It lives in a folder of its own, listens on a socket there and nowhere else, and ends soon after
/// the process of tests does, however that ends.
public enum TestPostgreSQL {
  /// Whether Debian's package `postgresql`, or what it contains, is on this machine.
  public static var isInstalled: Bool { programs != nil }

  /// Why tests that need it are skipped.
  public static let reason: String = "PostgreSQL is not installed (Debian: postgresql)"

  /// The address of a new, empty database.
  public static func database() throws -> String {
    try server.get().database()
  }

  private static let server = Result { try TestServer() }

  /// The folder of the newest version's programs.
  fileprivate static let programs: String? = {
    let folder = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return versions.compactMap { Int($0) }.sorted().reversed()
      .map { "\(folder)/\($0)/bin" }
      .first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
  }()
}

/// The server as a running thing.
private final class TestServer: Sendable {
  private let folder: String
  private let serial = Atomic<Int>(0)

  init() throws {
    guard let programs = TestPostgreSQL.programs else {
      throw TestServerError(reason: TestPostgreSQL.reason)
    }
    folder = "/tmp/flash-pg-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    let outcome = try Executable(path: "/bin/sh").run(
      ["-c", TestServer.script, "sh", folder, programs, String(getpid())],
      environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"])
    guard outcome.code == 0 else { throw TestServerError(reason: outcome.errors + outcome.output) }
  }

  func database() throws -> String {
    let name = "t\(serial.wrappingAdd(1, ordering: .relaxed).newValue)"
    let connection = try PostgreSQLConnection(address(of: "postgres"))
    try connection.execute("create database \(name)")
    return address(of: name)
  }

  private func address(of database: String) -> String {
    "host=\(folder) user=flash dbname=\(database)"
  }

  // PostgreSQL refuses to run as root. What ends it does not: it has to see the tests' process.
  private static let script = """
    set -e
    folder=$1 programs=$2 tests=$3
    as=
    mkdir -m 700 "$folder"
    if [ "$(id -u)" = 0 ]; then
      as='setpriv --reuid=nobody --regid=nogroup --clear-groups'
      chown nobody:nogroup "$folder"
    fi
    cd "$folder"
    $as "$programs/initdb" -D "$folder/data" -N -A trust -U flash -E UTF8 --locale=C >/dev/null
    $as "$programs/pg_ctl" -D "$folder/data" -w -l "$folder/log" start -o \\
      "-F -k $folder -c listen_addresses='' -c max_connections=300 -c shared_buffers=64MB" >/dev/null
    (
      while kill -0 "$tests" 2>/dev/null; do sleep 1; done
      $as "$programs/pg_ctl" -D "$folder/data" -m immediate -w stop
      cd /
      rm -rf "$folder"
    ) </dev/null >/dev/null 2>&1 &
    """
}

/// Why there is no server.
struct TestServerError: Error {
  let reason: String
}
