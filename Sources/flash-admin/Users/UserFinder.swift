import FlashAPI
import FlashClient
import FlashModel

extension AdminSession {
  /// The id of an account that was named by it, or by its address.
  ///
  /// An id costs no request; whether there is such an account is found out by what is done with it.
  /// - Throws: ``AdminError/noUser(_:)``.
  func userID(_ name: String) throws -> String {
    name.contains("@") ? try user(address: name).id : name
  }

  /// The account of an address, as lists show it.
  /// - Throws: ``AdminError/noUser(_:)``.
  private func user(address: String) throws -> AdminUser {
    var query = UserQuery()
    query.text = address
    query.sort = "email"
    var pages = pages(Endpoints.adminUsers, query, limit: nil)
    while let user = try pages.next() {
      if user.email?.lowercased() == address.lowercased() { return user }
    }
    throw AdminError.noUser(address)
  }

  /// An account with all its details.
  /// - Parameter name: an id or an address.
  func user(_ name: String) throws -> AdminUserDetail {
    try call(Endpoints.adminUser, path: ["user_id": userID(name)])
  }
}

extension AdminUser {
  /// What people know the account by.
  var label: String { email.flatMap { $0.isEmpty ? nil : $0 } ?? id }
}
