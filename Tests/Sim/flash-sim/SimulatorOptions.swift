import FlashSimulator
import Foundation

/// What the command line asks for.
struct SimulatorOptions {
  var seeds: Range<UInt64> = 0..<0
  /// Of a run that is replayed.
  var plan = SimulationPlan(seed: 0, steps: 300)
  var isSingle = false
  var tellsAll = false
  var shrinks = true
  var isHelp = false
  /// Runs that are told by a file, one a line, before the seeds.
  var listed: [SimulationPlan] = []
  /// Goes on after a seed that fails.
  var keepsGoing = false
  /// Processes that share the runs.
  var jobs = 1
  /// Which of the runs are this process's: one of `count`, from the one that is numbered `first`.
  var part: (first: Int, count: Int) = (0, 1)
  /// Every so many seeds are run twice.
  var repeatsEvery: UInt64 = 50
  var folder = SimulatorOptions.memory + "/flash-sim-\(getpid())"

  /// A folder whose files are in memory alone, if there is one.
  private static let memory =
    FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"

  /// The runs that a file tells.
  private static func plans(in path: String) throws -> [SimulationPlan] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { try SimulatorOptions($0.split(separator: " ").map(String.init)).plan }
  }

  static let help = """
    usage: flash-sim --seeds FIRST..LAST [--steps N] [--jobs N] [--postgres ADDRESS] [--keep-going]
           flash-sim --seed S [--steps N] [--devices N] [--off NAME,…] [--skip N,…] [--trace]

    Devices and a server in one process, with a clock, a network and disks that a seed decides about.
    A seed that breaks a promise is shrunk, and told as the line that replays it; the exit status is 1.

      --seeds A..B     runs every seed from A up to, and without, B
      --seed S         runs one seed
      --steps N        so many steps each, 300 if nothing is said
      --devices N      at most so many devices
      --off NAME,…     without these actions and faults
      --skip N,…       without these steps
      --postgres ADDR  on PostgreSQL, in a new database beside the one named
      --trace          tells what happens
      --no-shrink      tells of a failure as it is
      --keep-going     runs the other seeds, too
      --jobs N         shares the runs among N processes
      --part I/N       runs every N-th alone, from the one numbered I
      --list FILE      runs what the lines of a file say first
      --folder DIR     where the disks lie
    """

  init(_ words: [String]) throws {
    var words = words[...]
    func value() throws -> String {
      guard let word = words.popFirst() else { throw UsageError(word: "nothing") }
      return word
    }
    func number<Number: FixedWidthInteger>() throws -> Number {
      let word = try value()
      guard let number = Number(word) else { throw UsageError(word: word) }
      return number
    }
    while let word = words.popFirst() {
      switch word {
      case "--seeds":
        let parts = try value().split(separator: "..").compactMap { UInt64($0) }
        guard parts.count == 2, parts[0] <= parts[1] else { throw UsageError(word: word) }
        seeds = parts[0]..<parts[1]
      case "--seed":
        plan.seed = try number()
        isSingle = true
      case "--steps": plan.steps = try number()
      case "--devices": plan.devices = max(2, try number())
      case "--off": plan.off = Set(try value().split(separator: ",").map(String.init))
      case "--skip": plan.skipped = Set(try value().split(separator: ",").compactMap { Int($0) })
      case "--postgres": plan.database = .postgreSQL(address: try value())
      case "--trace": tellsAll = true
      case "--no-shrink": shrinks = false
      case "--keep-going": keepsGoing = true
      case "--jobs": jobs = max(1, try number())
      case "--part":
        let parts = try value().split(separator: "/").compactMap { Int($0) }
        guard parts.count == 2, parts[1] > 0 else { throw UsageError(word: word) }
        part = (parts[0], parts[1])
      case "--folder": folder = try value() + "/flash-sim-\(getpid())"
      case "--list": listed = try SimulatorOptions.plans(in: try value())
      case "--help": isHelp = true
      default: throw UsageError(word: word)
      }
    }
  }
}

/// A word that is no option.
struct UsageError: Error {
  let word: String
}
