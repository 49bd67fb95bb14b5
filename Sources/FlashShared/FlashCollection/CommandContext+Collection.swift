public import FlashCommand
internal import FlashModel
internal import FlashScheduler
public import FlashStore

extension CommandContext {
  /// Opens the collection that options and settings name. For writing, its folder is made with mode
  /// 0700 if it is missing, and a copy of another collection gets a device id of its own.
  /// - Parameter purpose: `rehearsing` for a dry run.
  /// - Throws: `StoreError`, `ConfigurationError`, ``CollectionError/noFolder(path:reason:)``.
  public func openStore(for purpose: Store.Purpose) throws -> Store {
    if purpose == .writing { try makeStoreFolder() }
    let store = try Store(path: storePath, for: purpose, at: now, random: random)
    if purpose == .writing { try settleReplica(store) }
    tellOfSyncs(in: store)
    return store
  }

  /// Opens the collection for reading; nil if there is none yet.
  /// - Throws: as ``openStore(for:)``.
  public func openStoreIfThere() throws -> Store? {
    guard DirectoryEntry.exists(try storePath) else { return nil }
    return try openStore(for: .reading)
  }

  /// Makes the folder of the collection with mode 0700, if it is missing.
  /// - Throws: ``CollectionError/noFolder(path:reason:)``.
  public func makeStoreFolder() throws {
    let path = try storePath
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let folder = String(path[..<slash])
    do throws(SystemError) {
      try FileReplacement.makeFolder(folder)
    } catch {
      throw CollectionError.noFolder(path: folder, reason: error.description)
    }
  }

  /// Opens the collection for a change, or for a rehearsal of it.
  /// - Parameter isDryRun: whether `-n` was given.
  public func openStore(isDryRun: Bool) throws -> Store {
    try openStore(for: isDryRun ? .rehearsing : .writing)
  }

  /// How answers are scheduled and days are counted: a setting of this machine where there is one,
  /// else the collection's own, else the machine's time zone and 4 o'clock.
  /// - Throws: `ConfigurationError`, `EnvironmentError.badTimeZone`, `StoreError`.
  public func studyRules(_ store: Store) throws -> StudyRules {
    let zone = try settings.string("study.timezone") ?? store.setting("study.timezone")
    let calendar = StudyCalendar(
      zone: try timeZone(named: zone), rolloverHour: try rolloverHour(store))
    return StudyRules(
      calendar: calendar, isFuzzed: try settings.bool("study.fuzz") ?? true,
      newPerDay: try settings.int("study.new"))
  }

  private func rolloverHour(_ store: Store) throws -> Int {
    let name = "study.rollover"
    let given = try settings.int(name) ?? 4
    guard let key = SettingKey(name), try settings.entry(key)?.origin == .builtIn,
      let own = try store.setting(name).flatMap({ Int($0) })
    else { return given }
    return own
  }
}
