// Tells the thread sanitizer of Swift's Mutex.
//
// A Mutex nobody waits for is one atomic word, which the sanitizer sees. One that somebody waits for
// goes through the kernel (FUTEX_LOCK_PI), which it does not: it would report each access behind it.
// The three functions below stand before those of libswiftSynchronization (LD_PRELOAD), call them,
// and say which lock was taken or given back. A program without the sanitizer runs as before.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

// The sanitizer's own, in programs that are built with it.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

static void taken(void *lock) {
  if (__tsan_acquire) __tsan_acquire(lock);
}

// _MutexHandle._lockSlow(UInt32)
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
SWIFT void lockSlow(uint32_t thread, SELF lock) __asm__(LOCK);
SWIFT void lockSlow(uint32_t thread, SELF lock) {
  SWIFT void (*next)(uint32_t, SELF) = (SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK);
  next(thread, lock);
  taken(lock);
}

// _MutexHandle._tryLockSlow() -> Bool
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
SWIFT bool tryLockSlow(SELF lock) __asm__(TRY_LOCK);
SWIFT bool tryLockSlow(SELF lock) {
  SWIFT bool (*next)(SELF) = (SWIFT bool (*)(SELF))dlsym(RTLD_NEXT, TRY_LOCK);
  bool isTaken = next(lock);
  if (isTaken) taken(lock);
  return isTaken;
}

// _MutexHandle._unlockSlow()
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
SWIFT void unlockSlow(SELF lock) __asm__(UNLOCK);
SWIFT void unlockSlow(SELF lock) {
  SWIFT void (*next)(SELF) = (SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK);
  if (__tsan_release) __tsan_release(lock);
  next(lock);
}
