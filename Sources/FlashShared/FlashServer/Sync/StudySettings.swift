public import FlashModel
public import FlashScheduler

/// What an account says of its studying: the parameters of the fold beside a deck's own options.
public struct StudySettings: Sendable, Hashable {
  public var options: StudyOptions
  public var calendar: StudyCalendar
  /// Tells these settings from others; empty where nothing is set.
  var mark = ""

  public init(options: StudyOptions = StudyOptions(), calendar: StudyCalendar) {
    self.options = options
    self.calendar = calendar
  }

  /// The scheduler of a deck.
  public func scheduler(_ deck: StudyOptions) throws(SchedulerError) -> Scheduler {
    try Scheduler(parameters: StudyParameters(deck.filled(from: options)), calendar: calendar)
  }
}
