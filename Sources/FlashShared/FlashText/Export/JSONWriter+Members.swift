import FlashModel

extension JSONWriter {
  mutating func member(_ key: String, _ value: String?) {
    self.key(key)
    self.value(value)
  }

  mutating func member(_ key: String, _ value: Int?) {
    self.key(key)
    self.value(value)
  }

  mutating func member(_ key: String, _ value: Double?) {
    self.key(key)
    self.value(value)
  }

  mutating func member(_ key: String, _ value: Bool) {
    self.key(key)
    self.value(value)
  }

  mutating func member(_ key: String, _ value: Timestamp?) {
    self.key(key)
    self.value(value?.milliseconds)
  }

  mutating func member<Entity>(_ key: String, _ value: Identifier<Entity>?) {
    self.key(key)
    self.value(value?.description)
  }

  mutating func options(_ options: StudyOptions) {
    beginObject()
    if let value = options.desiredRetention { member("desired_retention", value) }
    if let value = options.newPerDay { member("new_per_day", value) }
    if let value = options.reviewsPerDay { member("reviews_per_day", value) }
    if let value = options.learningSteps { list("learning_steps_s", value) }
    if let value = options.relearningSteps { list("relearning_steps_s", value) }
    if let value = options.maxIntervalDays { member("max_interval_days", value) }
    if let value = options.leechThreshold { member("leech_threshold", value) }
    if let value = options.burySiblings { member("bury_siblings", value) }
    if let value = options.newOrder { member("new_order", value.rawValue) }
    if let value = options.reviewOrder { member("review_order", value.rawValue) }
    if let weights = options.fsrsWeights {
      key("fsrs_weights")
      beginArray()
      for weight in weights { value(weight) }
      endArray()
    }
    endObject()
  }

  private mutating func list(_ name: String, _ seconds: [Int]) {
    key(name)
    beginArray()
    for second in seconds { value(second) }
    endArray()
  }
}
