import FlashCrypto
import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

/// Signing in with Apple in a browser, while a terminal waits for a code.
@Suite struct AppleBrowserTests {
  private static let web = "org.example.web"

  /// A browser that has opened the first page.
  private struct Browser {
    let cookie: String
    let state: String
    let nonce: String

    init(_ page: HTTPResponse) throws {
      let set = try #require(page.field("Set-Cookie"))
      cookie = String(set.prefix { $0 != ";" })
      state = try #require(page.text.firstMatch(of: /state=([0-9a-f]{64})/)).output.1.description
      nonce = try #require(page.text.firstMatch(of: /nonce=([0-9a-f]{64})/)).output.1.description
    }
  }

  private func world(
    _ database: TestDatabase, _ apple: AppleSignInTests.Apple
  ) throws -> any SignInService {
    var settings = SignInSettings(publicURL: "https://flash.example")
    settings.appleBrowser = AppleBrowser(clientID: Self.web)
    return try makeWorld(on: database, settings: settings, apple: apple.verifier)
  }

  private func post(
    _ world: any SignInService, _ form: String, cookie: String?
  ) -> HTTPResponse {
    world.send(
      "finishAppleSignIn",
      TestRequest(body: Array(form.utf8), fields: cookie.map { ["cookie": "a=b; \($0)"] } ?? [:]))
  }

  private func code(_ page: HTTPResponse) throws -> String {
    try #require(page.text.firstMatch(of: /[0-9A-Z]{5}-[0-9A-Z]{5}/)).output.description
  }

  @Test(
    "the page leads to Apple and back, and the code signs a terminal in once",
    arguments: TestDatabase.here)
  func signsIn(database: TestDatabase) throws {
    let apple = try AppleSignInTests.Apple()
    let world = try world(database, apple)
    let page = world.send("getAppleSignInPage")
    #expect(page.status == 200)
    #expect(
      page.text.contains("https://appleid.apple.com/auth/authorize?response_type=code%20id_token"))
    #expect(page.text.contains("redirect_uri=https%3A%2F%2Fflash.example%2Fauth%2Fapple"))
    let set = page.field("Set-Cookie") ?? ""
    #expect(set.contains("HttpOnly") && set.contains("Secure") && set.contains("SameSite=None"))
    let browser = try Browser(page)
    let token = try apple.token(
      world.now, ["aud": "\"\(Self.web)\"", "nonce": "\"\(browser.nonce)\""])
    let user = "%7B%22name%22%3A%7B%22firstName%22%3A%22Ada%22%2C%22lastName%22%3A%22L%22%7D%7D"
    let form = "state=\(browser.state)&id_token=\(token)&code=c&user=\(user)"
    let answer = post(world, form, cookie: browser.cookie)
    #expect(answer.status == 200)
    let typed = try code(answer).lowercased()
    let signedIn = world.send("consumeMagicLink", #"{"token":"\#(typed)"}"#)
    #expect(signedIn.status == 200)
    let me = world.send("getMe", bearer: SignedIn(signedIn.json).access).json
    #expect(me["name"] == .string("Ada L") && me["auth_provider"] == .string("apple"))
    #expect(me["email"] == .string("ada@example.org"))
    #expect(world.send("consumeMagicLink", #"{"token":"\#(typed)"}"#).status == 410)
    // A page that is sent again shows no second code.
    #expect(post(world, form, cookie: browser.cookie).status == 400)
    #expect(try world.integer("select count(*) from sign_ins") == 1)
  }

  @Test(
    "an answer that is not to the page of this browser shows no code", arguments: TestDatabase.here)
  func strangers(database: TestDatabase) throws {
    let apple = try AppleSignInTests.Apple()
    let world = try world(database, apple)
    let victim = try Browser(world.send("getAppleSignInPage"))
    let thief = try Browser(world.send("getAppleSignInPage"))
    let token = try apple.token(
      world.now, ["aud": "\"\(Self.web)\"", "nonce": "\"\(thief.nonce)\""])
    let forms: [(String, String?)] = [
      ("state=\(thief.state)&id_token=\(token)", victim.cookie),
      ("state=\(victim.state)&id_token=\(token)", victim.cookie),
      ("state=\(thief.state)&id_token=\(token)", nil), ("id_token=\(token)", thief.cookie),
      ("state=\(thief.state)", thief.cookie),
      ("state=\(thief.state)&error=user_cancelled_authorize", thief.cookie),
      ("state=\(thief.state)&id_token=a.b.c", thief.cookie), ("", nil),
    ]
    for (form, cookie) in forms {
      let page = post(world, form, cookie: cookie)
      #expect(page.status == 400 && page.text.contains("Not signed in"), "\(form)")
    }
    #expect(try world.integer("select count(*) from magic_links") == 0)
    #expect(
      post(world, "state=\(thief.state)&id_token=\(token)", cookie: thief.cookie).status == 200)
  }

  @Test("a code runs out, and opens nothing but a sign-in", arguments: TestDatabase.here)
  func codes(database: TestDatabase) throws {
    let apple = try AppleSignInTests.Apple()
    let world = try world(database, apple)
    let ada = try world.signIn("eve@example.org")
    func next(_ number: Int) throws -> String {
      let browser = try Browser(world.send("getAppleSignInPage"))
      let token = try apple.token(
        world.now,
        ["aud": "\"\(Self.web)\"", "nonce": "\"\(browser.nonce)\"", "jti": "\"\(number)\""])
      return try code(
        post(world, "state=\(browser.state)&id_token=\(token)", cookie: browser.cookie))
    }
    let linked = try world.send(
      "linkIdentity", #"{"provider":"email","magic_link_token":"\#(next(1))"}"#, bearer: ada.access)
    #expect(linked.status == 422, "what Apple says is no link in a mail")
    let late = try next(2)
    world.pass(15 * 60_000)
    #expect(world.send("consumeMagicLink", #"{"token":"\#(late)"}"#).status == 410)
  }

  @Test("without Apple's name for this site there is no page")
  func notConfigured() throws {
    let apple = try AppleSignInTests.Apple()
    let world = try makeWorld(apple: apple.verifier)
    #expect(world.send("getAppleSignInPage").status == 404)
    #expect(post(world, "state=x", cookie: nil).status == 404)
  }
}
