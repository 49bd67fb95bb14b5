internal import FlashCrypto
internal import FlashModel

// Ids that follow from what they name, so that two devices offline meet in the same rows.

extension Store {
  func topicID(named name: String) throws(StoreError) -> TopicID {
    try deriving { $0.topic(name: name) }
  }

  func deckID(path: String) throws(StoreError) -> DeckID { try deriving { $0.deck(path: path) } }

  func subTopicID(in deck: DeckID, named name: String) throws(StoreError) -> SubTopicID {
    try deriving { $0.subTopic(in: deck, foldedName: name.lowercased()) }
  }

  func linkID(card: CardID, subTopic: SubTopicID) throws(StoreError) -> CardSubTopicID {
    try deriving { $0.link(card: card, subTopic: subTopic) }
  }

  func assetID(named name: String, hash: String) throws(StoreError) -> AssetID {
    try deriving { $0.derived(name: "asset:\(hash):\(name)") }
  }

  private func deriving<Result>(
    _ derive: (inout IdentifierDeriver) -> Result
  ) throws(StoreError) -> Result {
    do throws(CryptoError) {
      // Made once: looking the algorithm up costs more than a hash.
      if self.deriver == nil { self.deriver = try IdentifierDeriver() }
      guard var deriver = self.deriver.take() else {
        preconditionFailure("the deriver was made above")
      }
      let result = derive(&deriver)
      self.deriver = consume deriver
      return result
    } catch {
      throw .crypto(error)
    }
  }
}
