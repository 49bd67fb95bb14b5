import Testing

@testable import FlashServer

@Suite struct IPAddressTests {
  @Test(
    "an address is read in each of its forms",
    arguments: [
      ("127.0.0.1", "::ffff:127.0.0.1"), ("::1", "0:0:0:0:0:0:0:1"),
      ("2001:db8::8:800:200c:417a", "2001:DB8:0:0:8:800:200C:417A"), ("::", "0:0:0:0:0:0:0:0"),
      ("fe80::", "fe80:0:0:0:0:0:0:0"), ("::ffff:1.2.3.4", "::ffff:102:304"),
    ])
  func forms(one: String, other: String) throws {
    #expect(try #require(IPAddress(one)) == #require(IPAddress(other)))
  }

  @Test(
    "what is no address is none",
    arguments: [
      "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.04x", "-1.2.3.4", "1:2:3:4:5:6:7", ":::",
      "1::2::3",
      "12345::", "g::", "1:2:3:4:5:6:7:8:9", "localhost", "::1%eth0", "1.2.3.4:80", "+1.2.3.4",
      ":1",
    ])
  func refused(text: String) { #expect(IPAddress(text) == nil) }

  @Test(
    "a range holds what begins alike",
    arguments: [
      ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
      ("10.0.0.0/8", "::1", false), ("192.0.2.128/25", "192.0.2.129", true),
      ("192.0.2.128/25", "192.0.2.127", false), ("::1", "::1", true), ("::1", "::2", false),
      ("fd00::/8", "fdff::1", true), ("fd00::/8", "fe00::1", false), ("0.0.0.0/0", "8.8.8.8", true),
      ("::/0", "8.8.8.8", true), ("10.0.0.1", "10.0.0.1", true),
    ])
  func ranges(range: String, address: String, isIn: Bool) throws {
    #expect(try #require(AddressRange(range)).contains(#require(IPAddress(address))) == isIn)
  }

  @Test(
    "what is no range is none",
    arguments: ["10.0.0.0/33", "::/129", "10.0.0.0/", "x/8", "10.0.0.0/-1"])
  func noRange(text: String) { #expect(AddressRange(text) == nil) }

  @Test(
    "who asks is the first, from the right, that is no proxy of ours",
    arguments: [
      ("192.0.2.1", "1.1.1.1", "192.0.2.1"), ("10.0.0.1", "", "10.0.0.1"),
      ("10.0.0.1", "1.1.1.1", "1.1.1.1"), ("10.0.0.1", "6.6.6.6, 1.1.1.1", "1.1.1.1"),
      ("10.0.0.1", "6.6.6.6, 1.1.1.1, 10.0.0.2", "1.1.1.1"), ("10.0.0.1", "10.0.0.3", "10.0.0.3"),
      ("10.0.0.1", "1.1.1.1, junk", "10.0.0.1"), ("10.0.0.1", "1.1.1.1,,", "1.1.1.1"),
    ])
  func client(peer: String, forwarded: String, client: String) throws {
    let head = HTTPHead(
      method: "GET", path: "/", fields: ["x-forwarded-for": forwarded], peer: peer)
    #expect(head.client(behind: [try #require(AddressRange("10.0.0.0/8"))]) == client)
  }
}
