import FlashSQL

/// Which plan a product of the store's is of: what is said with the plan counts, then what the settings
/// say, and then what was so before, for whoever bought something that is sold no more.
enum StoreProducts {
  static func plan(
    of product: String, originalID: String, _ settings: StoreSettings,
    in connection: some SQLConnection
  ) throws(SQLError) -> String? {
    let said = try connection.row(
      "select plan_key from plan_products where product_id = $1", [.text(product)]
    ) { $0.text(0) }
    if let plan = said ?? settings.plans[product] { return plan }
    return try connection.row(
      "select plan_key from subscriptions where original_id = $1 and product_id = $2",
      [.text(originalID), .text(product)]
    ) { $0.optionalText(0) } ?? nil
  }
}
