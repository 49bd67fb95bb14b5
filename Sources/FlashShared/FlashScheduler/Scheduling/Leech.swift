/// A card that is forgotten again and again.
public enum Leech {
  /// Whether a card with so many lapses is one.
  public static func isLeech(lapses: Int, threshold: Int) -> Bool { lapses >= max(threshold, 1) }

  /// Whether this lapse is one to tell about: the one that reaches the threshold, and every half
  /// threshold (rounded up) after it.
  public static func isReached(lapses: Int, threshold: Int) -> Bool {
    let threshold = max(threshold, 1)
    guard lapses >= threshold else { return false }
    return (lapses - threshold) % ((threshold + 1) / 2) == 0
  }
}
