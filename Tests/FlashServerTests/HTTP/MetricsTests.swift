import Testing

@testable import FlashServer

@Suite struct MetricsTests {
  @Test("figures are told as Prometheus reads them")
  func text() {
    let metrics = Metrics()
    metrics.request("getMe", 200, microseconds: 700)
    metrics.request("getMe", 200, microseconds: 20_000_000)
    metrics.request("getMe", 401, microseconds: 100)
    metrics.count(.pushRows, ["cards", "accepted"], by: 3)
    metrics.count(.pushRows, ["cards", "accepted"], by: 0)
    metrics.count(.limited, ["account"])
    let lines = Set(
      metrics.text([Metrics.Gauge("mail_oldest_seconds", "Age.", 1.5)]).split(separator: "\n"))
    for expected: Substring in [
      "flash_requests_total{operation=\"getMe\",status=\"200\"} 2",
      "flash_requests_total{operation=\"getMe\",status=\"401\"} 1",
      "flash_request_seconds_bucket{operation=\"getMe\",le=\"0.0005\"} 1",
      "flash_request_seconds_bucket{operation=\"getMe\",le=\"0.001\"} 2",
      "flash_request_seconds_bucket{operation=\"getMe\",le=\"10.0\"} 2",
      "flash_request_seconds_bucket{operation=\"getMe\",le=\"+Inf\"} 3",
      "flash_request_seconds_sum{operation=\"getMe\"} 20.0008",
      "flash_request_seconds_count{operation=\"getMe\"} 3",
      "flash_push_rows_total{entity=\"cards\",outcome=\"accepted\"} 3",
      "flash_limited_total{bucket=\"account\"} 1", "# TYPE flash_mail_oldest_seconds gauge",
      "flash_mail_oldest_seconds 1.5", "# TYPE flash_request_seconds histogram",
    ] { #expect(lines.contains(expected), "\(expected)") }
  }
}
