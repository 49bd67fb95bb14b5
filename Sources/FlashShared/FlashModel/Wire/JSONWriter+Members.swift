extension JSONWriter {
  public mutating func member(_ key: String, _ value: String?) {
    self.key(key)
    self.value(value)
  }

  public mutating func member(_ key: String, _ value: Int?) {
    self.key(key)
    self.value(value)
  }

  public mutating func member(_ key: String, _ value: Double?) {
    self.key(key)
    self.value(value)
  }

  public mutating func member(_ key: String, _ value: Bool) {
    self.key(key)
    self.value(value)
  }

  /// Milliseconds, or null.
  public mutating func member(_ key: String, _ value: Timestamp?) {
    self.key(key)
    self.value(value?.milliseconds)
  }

  public mutating func member<Entity>(_ key: String, _ value: Identifier<Entity>?) {
    self.key(key)
    guard let value else { return null() }
    self.value(value)
  }

  /// The two members that nearly every record ends with.
  mutating func clocks(_ updated: Timestamp, _ deleted: Timestamp?) {
    member("updated_at_ms", updated)
    member("deleted_at_ms", deleted)
  }
}
