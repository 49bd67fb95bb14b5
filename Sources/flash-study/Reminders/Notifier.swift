import FlashCommand

/// What puts a notification on this person's screen.
struct Notifier {
  private let tool: Tool

  /// The name in `via`: `notify-send`.
  var name: String { tool.name }

  /// The first means that is there. Without a session bus, as over SSH, `notify-send` is none.
  init?(in environment: Environment) {
    if environment.hasSessionBus, var tool = Tool("notify-send", in: environment) {
      tool.environment.merge(environment.sessionVariables) { own, _ in own }
      self.tool = tool
    } else if let tool = Tool("terminal-notifier", in: environment)
      ?? Tool("osascript", in: environment)
    {
      self.tool = tool
    } else {
      return nil
    }
  }

  /// Shows a reminder. Its text is an argument each time, never part of a script.
  func show(_ text: ReminderText) throws(ToolFailure) {
    switch tool.name {
    case "notify-send":
      try tool.insist(["--app-name=flash", "--", text.title, text.markup])
    case "terminal-notifier":
      try tool.insist(["-title", "flash", "-subtitle", text.title, "-message", text.decks])
    default:
      try tool.insist([
        "-e", "on run argv",
        "-e",
        "display notification (item 2 of argv) with title \"flash\" subtitle (item 1 of argv)",
        "-e", "end run", "--", text.title, text.decks,
      ])
    }
  }
}
