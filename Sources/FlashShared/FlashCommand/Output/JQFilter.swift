/// The program jq, fed with JSON Lines; it writes to our standard output.
final class JQFilter: LineSink {
  private let process: HelperProcess
  private let pipe: Descriptor
  private var isOpen = true

  /// - Throws: ``HelperError/missing(_:)``.
  init(_ expression: String) throws {
    guard let ends = HelperProcess.pipe() else { throw HelperError.noPipe(.last) }
    defer { ends.reading.close() }
    guard
      let process = HelperProcess.start(
        "jq", ["-cM", expression], input: .descriptor(ends.reading))
    else {
      ends.writing.close()
      throw HelperError.missing("jq")
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
    case .exited(let code): throw HelperError.failed("jq", code: code)
    case .notFound: throw HelperError.missing("jq")
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
