extension CommandContext {
  /// The hook of a name, if there is one and it is to be run.
  ///
  /// Where there is none this costs one access(2). One that is not executable is told of, as git
  /// does it.
  /// - Throws: ``HookFailure/notTrusted(_:path:_:)`` if somebody else could have written it;
  ///   ``ConfigurationError``.
  public func hook(_ name: HookName) throws -> Hook? {
    // Without a home there are no settings either.
    guard let folder = try? paths.configuration else { return nil }
    let path = "\(folder)/hooks/\(name.rawValue)"
    guard FileStatus.exists(path), environment.nonEmpty(HookEnvironment.mark) == nil,
      try settings.bool("hooks.enabled") ?? true
    else { return nil }
    for place in [folder, "\(folder)/hooks", path] {
      if let distrust = Self.distrust(of: place, asFile: place == path) {
        throw HookFailure.notTrusted(name, path: place, distrust)
      }
    }
    guard FileStatus.mayRun(path) else {
      warn("hook '\(path)' is ignored, for it is not executable")
      return nil
    }
    let store = try storePath
    return Hook(
      name: name, path: path,
      environment: HookEnvironment.variables(
        for: name, store: store.hasPrefix("/") ? store : "\(workingDirectory)/\(store)",
        from: environment),
      limit: .seconds(try settings.int("hooks.timeout") ?? 5))
  }

  private static func distrust(of path: String, asFile: Bool) -> HookFailure.Distrust? {
    guard let status = FileStatus(of: path) else { return .notAFile }
    if asFile, !status.isRegular { return .notAFile }
    // Links lead to what the system or a package manager has installed, too.
    guard [FileStatus.user, 0].contains(status.owner) else { return .otherOwner(status.owner) }
    return status.permissions & 0o022 == 0 ? nil : .writable
  }

  /// Runs the hook of a name before something is done, which it may forbid.
  /// - Parameter payload: made only if there is a hook.
  /// - Throws: ``HookFailure`` if it fails or is not trusted: what it guards may not happen then.
  public func ask(_ name: HookName, _ payload: () throws -> HookPayload) throws {
    guard let hook = try hook(name) else { return }
    output.flush()
    let report = hook.run(try payload().bytes) { self.interrupted != nil }
    if let signal = interrupted { throw Interrupted(by: signal) }
    if let failure = report.failure { throw failure }
    relay(report)
  }

  /// Runs the hook of a name after something was done; its failure is a warning.
  public func tell(_ name: HookName, _ payload: () throws -> HookPayload) throws {
    guard let hook = try trusted(name) else { return }
    output.flush()
    relay(hook.run(try payload().bytes) { self.interrupted != nil })
  }

  /// The hook of a name for what has been done; one that is not trusted is a warning.
  public func trusted(_ name: HookName) throws -> Hook? {
    do {
      return try hook(name)
    } catch let failure as HookFailure {
      warn(failure)
      return nil
    }
  }

  /// Shows on standard error what a hook wrote there or on its standard output, and how it failed.
  public func relay(_ report: HookReport) {
    if !common.isQuiet {
      let lines = String(decoding: report.output, as: UTF8.self).split(whereSeparator: \.isNewline)
      // What a failure says is its last line already.
      for line in report.failure == nil ? lines[...] : lines.dropLast() { tell(String(line)) }
    }
    if let failure = report.failure { warn(failure) }
  }

  /// A warning that is no errors' business of `-q`: it says that something was not done.
  private func warn(_ failure: HookFailure) {
    tell("\(program): warning: \(failure.message)")
    if let hint = failure.hint { tell("hint: \(hint)") }
  }
}
