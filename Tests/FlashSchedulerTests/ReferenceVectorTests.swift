import FlashModel
import FlashScheduler
import FlashTestSupport
import Testing

@Suite struct ReferenceVectorTests {
  @Test("review sequences go as py-fsrs takes them")
  func sequences() throws {
    let configurations = try Vectors.schedulers()
    let sequences = try Vectors.decode("sequences", as: Vectors.Sequences.self).sequences
    #expect(sequences.count == 208)
    for sequence in sequences {
      let scheduler = try Vectors.reference(
        try #require(configurations[sequence.scheduler], "\(sequence.scheduler)"))
      var scheduling = Scheduling.new
      for (index, review) in sequence.reviews.enumerated() {
        let place: Comment = "\(sequence.id) review \(index)"
        let moment = Timestamp(milliseconds: review.tMs)
        if let expected = review.retrievabilityBefore {
          let found = scheduler.retrievability(of: scheduling, at: moment)
          #expect(relativeError(found, expected) < 1e-9, place)
        }
        scheduling = scheduler.schedule(
          scheduling, card: Vectors.card, rated: try #require(Rating(rawValue: review.rating)),
          at: moment)
        #expect(scheduling.state.word == review.state, place)
        #expect(scheduling.step == review.step, place)
        #expect(relativeError(scheduling.memory?.stability, review.stability) < 1e-9, place)
        #expect(relativeError(scheduling.memory?.difficulty, review.difficulty) < 1e-9, place)
        #expect(scheduling.due?.milliseconds == review.dueMs, place)
        #expect(scheduling.reps == index + 1, place)
      }
    }
  }

  @Test("previews show what each of py-fsrs's answers gives")
  func previews() throws {
    let configurations = try Vectors.schedulers()
    let sequences = try Vectors.decode("sequences", as: Vectors.Sequences.self).sequences
    let previews = try Vectors.decode("previews", as: Vectors.Previews.self).previews
    #expect(previews.count == 624)
    for preview in previews {
      let sequence = try #require(sequences.first { $0.id == preview.sequence })
      let scheduler = try Vectors.reference(try #require(configurations[sequence.scheduler]))
      var scheduling = Scheduling.new
      for review in sequence.reviews.prefix(preview.beforeReview) {
        scheduling = scheduler.schedule(
          scheduling, card: Vectors.card, rated: try #require(Rating(rawValue: review.rating)),
          at: Timestamp(milliseconds: review.tMs))
      }
      let moment = Timestamp(milliseconds: preview.tMs)
      let found = scheduler.preview(scheduling, card: Vectors.card, at: moment)
      for rating in Rating.allCases {
        let place: Comment = "\(preview.sequence) \(preview.beforeReview) \(rating.word)"
        let expected = try #require(preview.options[rating.word])
        let next = found[rating]
        #expect(next.state.word == expected.state, place)
        #expect(next.step == expected.step, place)
        #expect(relativeError(next.memory?.stability, expected.stability) < 1e-9, place)
        #expect(relativeError(next.memory?.difficulty, expected.difficulty) < 1e-9, place)
        #expect(next.due?.milliseconds == expected.dueMs, place)
        #expect(
          next
            == scheduler.schedule(scheduling, card: Vectors.card, rated: rating, at: moment), place)
      }
    }
  }
}
