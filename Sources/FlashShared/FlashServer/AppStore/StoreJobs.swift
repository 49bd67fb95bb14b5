import FlashModel
import FlashSQL

/// The jobs of the App Store.
enum StoreJobs {
  /// Notifications that are looked up at a time.
  private static let batch = 100
  private static let day = 86_400
  /// Milliseconds by which a subscription may be over before it ends without a word of the store's.
  private static let patience = Timestamp.millisecondsPerDay

  static func all<Storage: ServerStorage>(_ settings: StoreSettings) -> [Job<Storage>] {
    [apply(settings), expire(settings)]
  }

  private static func apply<Storage: ServerStorage>(_ settings: StoreSettings) -> Job<Storage> {
    Job("apply_store_events", "apply what the App Store has told", period: 1) { server in
      try server.storage.readDirectory { try !StoreIntake.waiting(in: $0, limit: 1).isEmpty }
    } work: { server, lease in
      var applied = 0
      while true {
        let waiting = try server.storage.readDirectory {
          try StoreIntake.waiting(in: $0, limit: batch)
        }
        for id in waiting {
          try server.storage.directory { connection in
            try StoreIntake(settings: settings, now: server.clock(), random: server.random)
              .apply(id, in: connection)
          }
          applied += 1
        }
        guard waiting.count == batch, try lease.renew() else { break }
      }
      return "\(applied) applied"
    }
  }

  /// Ends what should have been renewed by now, in case the store's word was lost.
  private static func expire<Storage: ServerStorage>(_ settings: StoreSettings) -> Job<Storage> {
    Job("expire_subscriptions", "end subscriptions of which nothing was heard", period: day) {
      server, lease in
      let now = server.clock()
      let over = try server.storage.readDirectory { connection in
        try connection.rows(
          "select original_id from subscriptions where status <> 'expired' and ends_ms <= $1",
          [SQLValue(now.advanced(by: -patience))]
        ) { $0.text(0) }
      }
      for (number, id) in over.enumerated() {
        try server.storage.directory { connection in
          let ledger = try StoreLedger(of: id, settings: settings, now: now, in: connection)
          try ledger.settle()
          if let owner = ledger.owner {
            try EffectivePlan.settle(owner, in: connection, now: now)
          }
        }
        guard try (number + 1) % batch != 0 || lease.renew() else { break }
      }
      return "\(over.count) ended"
    }
  }
}
