/// The program jq, fed with JSON Lines; it writes to our standard output.
final class JQFilter: LineSink {
  private let process: ChildProcess
  private let pipe: Descriptor
  private var isOpen = true

  /// - Throws: ``ChildProcessError/missing(_:)``.
  init(_ expression: String) throws {
    guard let ends = ChildProcess.pipe() else { throw ChildProcessError.noPipe(.last) }
    defer { ends.reading.close() }
    guard
      let process = ChildProcess.start(
        "jq", ["-cM", expression], input: .descriptor(ends.reading))
    else {
      ends.writing.close()
      throw ChildProcessError.missing("jq")
    }
    self.process = process
    pipe = ends.writing
  }

  /// Hands lines to jq. Once jq has stopped reading, which an expression may make it do, the rest
  /// is dropped.
  func take(_ bytes: [UInt8]) throws {
    guard isOpen else { return }
    do throws(SystemError) {
      try SignalState.withBrokenPipeIgnored { () throws(SystemError) in try pipe.write(bytes) }
    } catch {
      guard error == .brokenPipe else { throw StreamError.writing(stream: "jq", error) }
      close()
    }
  }

  func finish() throws {
    close()
    switch process.wait() {
    case .exited(0): return
    case .exited(let code): throw ChildProcessError.failed("jq", code: code)
    case .notFound: throw ChildProcessError.missing("jq")
    // Its reader has gone, and so has ours.
    case .signalled(.brokenPipe): throw Interrupted(by: .brokenPipe)
    case .signalled(let signal): throw Interrupted(by: signal)
    }
  }

  private func close() {
    guard isOpen else { return }
    isOpen = false
    pipe.close()
  }
}
