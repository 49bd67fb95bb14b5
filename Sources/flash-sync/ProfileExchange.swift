import FlashAPI
import FlashClient
import FlashModel
import FlashStore

/// Exchanges the settings that belong to the person rather than to a deck: time zone and turn of the
/// study day, and the options of decks without their own.
struct ProfileExchange {
  private let store: Store
  private let session: ServerSession

  init(_ store: Store, _ session: ServerSession) {
    self.store = store
    self.session = session
  }

  func run() throws {
    let me: Me = try session.signedIn.signedIn { try $0.call(Endpoints.me) }
    let patch = try store.exchangeProfile(ProfileSettings(me))
    guard !patch.isEmpty else { return }
    let changed: Me = try session.signedIn.signedIn {
      try $0.call(Endpoints.patchMe, JSONValue.object(patch))
    }
    _ = try store.exchangeProfile(ProfileSettings(changed))
  }
}

extension ProfileSettings {
  fileprivate init(_ me: Me) {
    self.init(
      zone: me.studyTimezone, rollover: me.studyRollover, options: me.studyOptions,
      updatedAt: Timestamp(milliseconds: me.updatedAtMs))
  }
}
