import FlashModel
import FlashTerminal

/// A session as the terminal's loop runs it.
struct SessionProgram: Program {
  func update(
    _ model: SessionModel, _ event: Event<SessionMessage>, at now: Timestamp
  ) -> Next<SessionModel, SessionEffect> {
    SessionUpdate.update(model, event, at: now)
  }

  func view(_ model: SessionModel, _ size: TerminalSize) -> Screen {
    SessionView.screen(model, size)
  }
}
