#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The time this thread has worked on `body`, which the other threads of a test run don't add to.
func nanoseconds(_ body: () -> Void) -> Int {
  let start = threadTime()
  body()
  return threadTime() - start
}

private func threadTime() -> Int {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
