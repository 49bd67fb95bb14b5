import FlashModel

/// Tells what a command does, where `FLASH_TRACE` and its kin ask for it.
///
/// The values are git's: `1`, `2` and `true` are standard error, `3` to `9` that descriptor, an
/// absolute path a file to append to, `0`, `false` or nothing off. Secrets are blotted out.
public struct Trace: Sendable {
  /// What is traced; each has its own variable.
  public enum Subject: String, Sendable, CaseIterable {
    case command = "FLASH_TRACE"
    case http = "FLASH_TRACE_HTTP"
    case sql = "FLASH_TRACE_SQL"
  }

  private let program: String
  private let clock: Clock
  private let redaction: Redaction
  private let targets: [Subject: Descriptor]
  /// Variables whose value leads nowhere, each with its reason.
  let problems: [String]

  /// Tracing as the environment asks for it.
  init(program: String, environment: Environment, clock: Clock) {
    self.program = program
    self.clock = clock
    redaction = Redaction(secrets: [environment.nonEmpty("FLASH_TOKEN")].compactMap { $0 })
    var targets: [Subject: Descriptor] = [:]
    var problems: [String] = []
    // Descriptors first: a file that is opened here must not pass for one that was handed to us.
    let isFile: (Subject) -> Bool = { (environment[$0.rawValue] ?? "").hasPrefix("/") }
    let subjects = Subject.allCases
    for subject in subjects.filter({ !isFile($0) }) + subjects.filter(isFile) {
      guard let value = environment.nonEmpty(subject.rawValue) else { continue }
      do throws(TraceTargetError) {
        if let target = try Self.target(value) { targets[subject] = target }
      } catch {
        problems.append("\(subject.rawValue): \(error.reason): '\(value)'")
      }
    }
    self.targets = targets
    self.problems = problems
  }

  private static func target(_ value: String) throws(TraceTargetError) -> Descriptor? {
    switch value {
    case "0", "false": return nil
    case "1", "2", "true": return .standardError
    default: break
    }
    if let number = Int32(value), (3...9).contains(number) {
      let descriptor = Descriptor(number: number)
      // A closed one would become that of a file opened later, and be written into.
      guard descriptor.isOpen else { throw TraceTargetError(reason: "that descriptor is closed") }
      return descriptor
    }
    guard value.hasPrefix("/") else { throw TraceTargetError(reason: "not a place to trace to") }
    do throws(SystemError) {
      return try Descriptor.open(value, .append)
    } catch {
      throw TraceTargetError(reason: error.description)
    }
  }

  /// Whether lines on `subject` go anywhere; ask before building a costly one.
  public func isOn(_ subject: Subject) -> Bool { targets[subject] != nil }

  /// Writes one line.
  public func line(_ subject: Subject, _ text: @autoclosure () -> String) {
    guard let target = targets[subject] else { return }
    let time = clock.now.rfc3339.split(separator: "T").last ?? ""
    let line = "\(time) \(program): \(redaction.applied(to: text()).withVisibleControls)\n"
    // A trace that cannot be written must not fail the command that it tells of.
    try? target.write(line.utf8)
  }
}

private struct TraceTargetError: Error {
  let reason: String
}
