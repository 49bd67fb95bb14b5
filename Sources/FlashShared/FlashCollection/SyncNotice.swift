internal import FlashCommand
internal import FlashModel
internal import FlashStore

/// What a person is told of syncs that nobody has watched.
enum SyncNotice {
  /// - Parameter grace: milliseconds without a good sync that are nothing to speak of.
  /// - Returns: nil if there is nothing to tell.
  static func text(_ remotes: [SyncRemote], now: Timestamp, grace: Int64) -> String? {
    for remote in remotes where remote.username != nil {
      if let error = remote.error, remote.needsPerson {
        return
          "the last sync with '\(remote.name)' could not go on by itself: \(error); 'flash sync'"
      }
    }
    for remote in remotes where remote.username != nil {
      guard let last = remote.succeededAt, now.milliseconds - last.milliseconds > grace else {
        continue
      }
      let hours = (now.milliseconds - last.milliseconds) / 3_600_000
      let since = hours < 48 ? "\(hours) hours" : "\(hours / 24) days"
      let reason = remote.error.map { ": \($0)" } ?? ""
      return "no sync with '\(remote.name)' for \(since)\(reason); 'flash sync status'"
    }
    return nil
  }
}

extension CommandContext {
  /// Tells somebody at a terminal of syncs that need them, or that have not come about for long. A sync
  /// tells of itself.
  func tellOfSyncs(in store: Store) {
    guard terminal.errorIsTerminal, !common.isQuiet, !common.isForPrograms, program != "flash-sync",
      // Whoever does not get an answer here gets one from what they have asked for.
      let remotes = try? store.remotes(), remotes.contains(where: { $0.username != nil }),
      let text = SyncNotice.text(remotes, now: now, grace: Int64(graceHours) * 3_600_000)
    else { return }
    warn(text)
  }

  /// How long syncs may fail in silence. That the setting is wrong is told instead of nothing.
  private var graceHours: Int {
    do throws(ConfigurationError) {
      return try settings.int("sync.cron-grace") ?? 24
    } catch {
      warn(error.message)
      return 24
    }
  }
}
