#include <stddef.h>
#include <stdint.h>

// The loop of libFuzzer, which `-sanitize=fuzzer` links in. It reads its own options and ends the process.
int LLVMFuzzerRunDriver(
  int *count, char ***arguments, int (*run)(const uint8_t *start, size_t length));
