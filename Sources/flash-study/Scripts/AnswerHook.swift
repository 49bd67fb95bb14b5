import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// The hook `post-answer`, run beside what its command does: an answer is on the disk before the
/// hook hears of it, and nobody waits for the hook before the next card.
final class AnswerHook {
  private let queue: HookQueue
  private let limit: Duration
  private let store: Store
  private let rules: StudyRules
  private var given = 0
  private var untold = 0

  /// How many answers of a script may wait for the hook.
  private static let mostWaiting = 1_000

  /// - Returns: nil if there is no such hook.
  init?(_ store: Store, by rules: StudyRules, in context: CommandContext) throws {
    guard let hook = try context.trusted(.postAnswer) else { return nil }
    queue = HookQueue(hook)
    limit = hook.limit
    self.store = store
    self.rules = rules
  }

  /// Tells of an answer that has just been recorded.
  ///
  /// It stands whatever happens here, so that this fails nothing: an answer that the hook cannot be
  /// told of is counted.
  func tell(_ answer: RecordedAnswer, at now: Timestamp) {
    guard !answer.isRepeat else { return }
    given += 1
    do {
      var payload = HookPayload(.postAnswer, at: now)
      payload.add("answer", answer, RecordedAnswer.fields)
      let row = try CardFigures(store, by: rules, at: now)
        .row(store.card(answer.cardID, evenDeleted: true))
      payload.add("card", row, CardRow.fields)
      payload.add("became_leech", answer.hasBecomeLeech)
      queue.add(payload)
    } catch {
      untold += 1
    }
  }

  /// Shows what hooks have said so far, and waits if they fall far behind.
  func keepUp(in context: CommandContext) {
    if queue.backlog > Self.mostWaiting {
      _ = queue.wait(untilAtMost: Self.mostWaiting / 2) { context.interrupted != nil }
    }
    for report in queue.takeReports() { context.relay(report) }
  }

  /// Waits for the hook to hear of every answer of a script.
  func finish(in context: CommandContext) {
    let lost = queue.wait { context.interrupted != nil }
    for report in queue.takeReports() { context.relay(report) }
    tellOf(lost, in: context)
  }

  /// Waits, for as long as one run may take, for the hook to hear of a session's answers. What it
  /// wrote is dropped, failures apart: it would be a line for each card.
  func finishSession(endedBySignal: Bool, in context: CommandContext) {
    let lost =
      endedBySignal
      ? queue.wait(within: .milliseconds(200)) { false }
      : queue.wait(within: limit) { context.interrupted != nil }
    let failures = queue.takeReports().filter { $0.failure != nil }
    if let first = failures.first { context.relay(first) }
    if failures.count > 1 {
      context.warn("hook 'post-answer' failed for \(failures.count) of \(given) answers")
    }
    tellOf(lost, in: context)
  }

  private func tellOf(_ lost: Int, in context: CommandContext) {
    guard lost + untold > 0 else { return }
    context.warn("hook 'post-answer' was not told in time of \(lost + untold) of \(given) answers")
  }
}
