/// Which memory model computed a state; a log entry carries its raw value.
public enum MemoryModelVersion: String, Sendable, CaseIterable {
  case fsrs6 = "fsrs-6"
}
