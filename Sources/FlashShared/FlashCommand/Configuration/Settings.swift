internal import FlashModel

/// One setting that this program knows.
public struct SettingDescription: Sendable, Hashable {
  /// `section.name`.
  public let name: String
  public let type: SettingType
  /// The value where nothing sets it; nil where there is none.
  public let defaultValue: String?
  /// The variable of the environment that stands over the files.
  public let variable: String?
  /// What it does: a sentence or two for the manual, without a full stop at the end.
  public let text: String

  init(
    _ name: String, _ type: SettingType, default defaultValue: String? = nil,
    variable: String? = nil, _ text: String
  ) {
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
    self.variable = variable
    self.text = text
  }
}

/// The settings of flash, from which access, checks, completion and the manual are made.
public enum Settings {
  /// Every setting, by name.
  public static let all: [SettingDescription] = [
    SettingDescription(
      "admin.server", .text, variable: "FLASH_SERVER",
      "the server that flash admin runs; without it that of its last login"),
    SettingDescription(
      "card.deck", .text,
      "the deck that new cards go to when none is named; without it the only one there is"),
    SettingDescription(
      "color.ui", .choice(["auto", "always", "never"]), default: "auto",
      "whether output is coloured; auto means on a terminal that can show it"),
    SettingDescription(
      "core.editor", .command, variable: "FLASH_EDITOR",
      "the editor for cards and decks; without it VISUAL, EDITOR, then vi"),
    SettingDescription(
      "core.pager", .command, variable: "FLASH_PAGER",
      "the pager for long output; empty or cat means none; without it PAGER, then less"),
    SettingDescription(
      "credential.helper", .text,
      "the program that keeps secrets, as git's setting of that name has it; may be given more than "
        + "once, and an empty one takes those before it back; without it a file with mode 0600"),
    SettingDescription(
      "help.autocorrect", .choice(["never", "prompt", "immediate"]), default: "never",
      "whether a mistyped command is replaced by the only one that comes near: never, after a "
        + "question, or at once; on a terminal only, and never by admin, import or sync"),
    SettingDescription(
      "hooks.enabled", .boolean, default: "true",
      "whether hooks are run; see flash-hooks(7)"),
    SettingDescription(
      "hooks.timeout", .integer(1...3_600), default: "5",
      "how many seconds a hook may take before it is stopped"),
    SettingDescription(
      "remind.at-least", .integer(1...9_999), default: "1",
      "how many cards have to wait before flash study remind speaks"),
    SettingDescription(
      "remind.quiet-hours", .hours,
      "the hours at which it is silent, such as 22-8 or 22:30-7:00"),
    SettingDescription(
      "remind.via", .choice(["auto", "notify", "print"]), default: "auto",
      "how it speaks: auto means a notification where one can be shown, else a line"),
    SettingDescription(
      "serve.access-token-life", .integer(60...31_536_000), default: "900",
      "how many seconds an access token lives; clients that never refresh need a long one"),
    SettingDescription(
      "serve.apple-client-ids", .text,
      "the ids of apps whose tokens of Apple's are taken, with commas between; without any nobody "
        + "signs in with Apple"),
    SettingDescription(
      "serve.apple-jwks-url", .text, default: "https://appleid.apple.com/auth/keys",
      "where the keys that Apple signs with are fetched from"),
    SettingDescription(
      "serve.apple-page", .text, default: "https://appleid.apple.com/auth/authorize",
      "where people sign in with Apple in a browser"),
    SettingDescription(
      "serve.apple-root", .path,
      "a file with Apple's root certificate (AppleRootCA-G3.cer), by which purchases in the App Store "
        + "are checked; without it none are taken"),
    SettingDescription(
      "serve.apple-web-client-id", .text,
      "the services id by which people sign in with Apple in a browser, for flash sync login --apple; "
        + "Apple has to know the server's address followed by /auth/apple"),
    SettingDescription(
      "serve.bundle-id", .text,
      "the bundle id of the app: of the one that opens the links in mails, with serve.team-id, and "
        + "whose purchases are taken, with serve.apple-root"),
    SettingDescription(
      "serve.database", .text,
      "what flash serve keeps accounts in: a folder, or postgres://…; without it flash/server in "
        + "the data folder"),
    SettingDescription(
      "serve.in-clear", .boolean, default: "false",
      "whether flash serve may listen where others can reach it, although it does not encrypt"),
    SettingDescription(
      "serve.jobs", .boolean, default: "true",
      "whether the server does its jobs by itself; else flash serve jobs run does them"),
    SettingDescription(
      "serve.limit.account", .integer(1...1_000_000_000), default: "60",
      "how many requests a minute an account may make"),
    SettingDescription(
      "serve.limit.account-size", .integer(1...1_000_000), default: "1024",
      "how many MiB an account may hold"),
    SettingDescription(
      "serve.limit.admin", .integer(1...1_000_000_000), default: "300",
      "how many requests a minute an admin token may make"),
    SettingDescription(
      "serve.limit.body-grace", .integer(1...600), default: "5",
      "how many seconds a body may take before its rate counts"),
    SettingDescription(
      "serve.limit.body-rate", .integer(1...1_000_000_000), default: "1000",
      "how many bytes a second a body has to make after that"),
    SettingDescription(
      "serve.limit.connections", .integer(1...100_000), default: "1000",
      "how many connections may be open"),
    SettingDescription(
      "serve.limit.connections-per-address", .integer(1...100_000), default: "32",
      "how many of them one address may have, trusted proxies apart"),
    SettingDescription(
      "serve.limit.export", .integer(1...1_000_000_000), default: "2",
      "how many exports an hour an account may make"),
    SettingDescription(
      "serve.limit.free-disk", .integer(0...100), default: "5",
      "how much of the disk, in percent, has to stay free; below that nothing is added"),
    SettingDescription(
      "serve.limit.handler", .integer(1...3_600), default: "10",
      "how many seconds the work of a request may take, once its body is there"),
    SettingDescription(
      "serve.limit.head-time", .integer(1...600), default: "10",
      "how many seconds the head of a request may take"),
    SettingDescription(
      "serve.limit.idle", .integer(1...3_600), default: "30",
      "how many seconds a connection may stay open on which nothing happens"),
    SettingDescription(
      "serve.limit.links-from-address", .integer(1...1_000_000_000), default: "20",
      "how many sign-in links an hour may be asked for from one address"),
    SettingDescription(
      "serve.limit.links-to-address", .integer(1...1_000_000_000), default: "5",
      "how many sign-in links an hour may be sent to one address"),
    SettingDescription(
      "serve.limit.sign-in", .integer(1...1_000_000_000), default: "60",
      "how many requests a minute an address may make to sign in"),
    SettingDescription(
      "serve.limit.snapshot-from", .integer(1...1_000_000_000), default: "20000",
      "how many rows an account has that a new device gets as one file"),
    SettingDescription(
      "serve.limit.snapshot-size", .integer(1...1_000_000), default: "512",
      "how many MiB such a file may have on its way"),
    SettingDescription(
      "serve.limit.snapshot-time", .integer(1...86_400), default: "600",
      "how many seconds it may take to make one, or to take one in"),
    SettingDescription(
      "serve.limit.snapshot-unpacked", .integer(1...1_000_000), default: "2048",
      "how many MiB may be in one"),
    SettingDescription(
      "serve.limit.snapshots", .integer(1...1_000), default: "2",
      "how many of them may be made or taken in at a time"),
    SettingDescription(
      "serve.limit.sync", .integer(1...1_000_000_000), default: "600",
      "how many requests of sync a minute an account may make"),
    SettingDescription(
      "serve.limit.webhook", .integer(1...1_000_000_000), default: "600",
      "how many requests a minute an address may make to the webhook of the App Store"),
    SettingDescription(
      "serve.listen", .text, default: "127.0.0.1:8080",
      "where flash serve listens: an address and a port"),
    SettingDescription(
      "serve.mail", .text,
      "where mails go: smtp://HOST, smtps://HOST, dir:PATH for a file each, or maildir:PATH; without "
        + "it none are sent, and nobody signs in by a link"),
    SettingDescription(
      "serve.mail-from", .text, default: "Flash <flash@localhost>",
      "who mails are from: an address, or a name and one in angle brackets"),
    SettingDescription(
      "serve.mail-login", .path,
      "a file with the name, and below it the password, for the mail server"),
    SettingDescription(
      "serve.metrics", .choice(["local", "open"]), default: "local",
      "who is told the figures at /metrics: this machine, or everybody"),
    SettingDescription(
      "serve.public-url", .text,
      "the address at which people reach the server, as it stands in mails"),
    SettingDescription(
      "serve.restore-on-sign-in", .boolean, default: "true",
      "whether signing in takes back an account's deletion that is not done yet"),
    SettingDescription(
      "serve.store-environments", .text, default: "Production",
      "where purchases in the App Store may have been made: Production, Sandbox, Xcode or "
        + "LocalTesting, with commas between"),
    SettingDescription(
      "serve.store-products", .text,
      "the plans of products in the App Store, PRODUCT=PLAN with commas between, beside what is said "
        + "with the plans"),
    SettingDescription(
      "serve.team-id", .text,
      "the team id of the app that opens the links in mails"),
    SettingDescription(
      "serve.test-clock", .path,
      "a file whose number, in milliseconds since 1970, is the server's time: for tests, and "
        + "refused where others could reach the server"),
    SettingDescription(
      "serve.trusted-proxies", .text,
      "addresses or ranges of proxies in front of the server, whose word on who asks is taken"),
    SettingDescription(
      "store.path", .path, variable: "FLASH_STORE",
      "the file of the collection, instead of flash/collection.db in the data folder"),
    SettingDescription(
      "study.fuzz", .boolean, default: "true",
      "whether intervals are spread a little, so that cards learned together come apart"),
    SettingDescription(
      "study.goal", .integer(1...500),
      "how many reviews a day are the goal; when a session reaches it, it asks whether to go on"),
    SettingDescription(
      "study.images", .choice(["auto", "kitty", "sixels", "iterm", "symbols", "off"]),
      default: "auto",
      "how images are drawn in the terminal; auto lets chafa choose"),
    SettingDescription(
      "study.new", .integer(0...9_999),
      "how many new cards a day each deck gives, over the deck's own number"),
    SettingDescription(
      "study.rollover", .integer(0...23), default: "4",
      "the hour of the local day at which a new study day begins"),
    SettingDescription(
      "study.timezone", .text,
      "the time zone of the study day, such as Europe/Madrid; without it the machine's"),
    SettingDescription(
      "sync.cron-grace", .integer(0...8_760), default: "24",
      "how many hours a server may be away before a scheduled sync speaks of it"),
    SettingDescription(
      "sync.remote", .text,
      "the remote that is meant when none is named; without it the only one, or origin"),
    SettingDescription(
      "sync.server", .text,
      "the address of the server to sign in at, such as https://flash.example"),
  ]

  /// Sections in which people and other programs choose the names.
  private static let openSections: Set = ["alias"]

  /// The setting `key`; nil for one that is not ours.
  public static func description(of key: SettingKey) -> SettingDescription? {
    let name = key.description
    return all.first { $0.name == name }
  }

  /// Checks a setting that somebody wants to store.
  ///
  /// Sections that are not ours are left to the programs that read them.
  /// - Throws: `.unknownKey` for a name we do not know in a section of ours, `.refusedValue`.
  public static func check(_ key: SettingKey, _ value: String) throws(ConfigurationError) {
    if let setting = description(of: key) {
      guard setting.type.accepts(value) else {
        throw .refusedValue(key: setting.name, value: value, expected: setting.type.expectation)
      }
      return
    }
    let isOurs = all.contains { $0.name.hasPrefix(key.section + ".") }
    if isOurs, !openSections.contains(key.section) {
      let name = key.description
      throw .unknownKey(name, near: NearNames.of(name, among: all.map(\.name)))
    }
  }
}
