/* Loaded into a program by LD_PRELOAD: counts the calls by which it changes files below a folder, and
 * ends or fails it at one of them. Built by the tests that use it.
 *
 *   FLASH_SHIM_ROOT   the folder; calls on other files pass
 *   FLASH_SHIM_COUNT  a file whose first 8 bytes get the number of calls, as they happen
 *   FLASH_SHIM_AT     the number of the call at which it happens, from 1; 0 is never
 *   FLASH_SHIM_DO     kill: SIGKILL before the call; torn: after half of a write;
 *                     ENOSPC, EIO: this call and all later ones fail
 *   FLASH_SHIM_LOG    a file that gets every change, for images of what a power loss leaves
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *root, *action;
static size_t root_length;
static uint64_t at, *count, own_count;
static int log_descriptor = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
  real_write = next("write");
  real_pwrite = next("pwrite64");
  root = getenv("FLASH_SHIM_ROOT");
  root_length = root ? strlen(root) : 0;
  action = getenv("FLASH_SHIM_DO");
  const char *text = getenv("FLASH_SHIM_AT");
  at = text ? strtoull(text, NULL, 10) : 0;
  count = &own_count;
  const char *path = getenv("FLASH_SHIM_COUNT");
  if (path) {
    int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    static const uint64_t zero;
    if (descriptor >= 0 && real_pwrite(descriptor, &zero, 8, 0) == 8) {
      void *map = mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
      if (map != MAP_FAILED) count = map;
    }
    if (descriptor >= 0) close(descriptor);
  }
  path = getenv("FLASH_SHIM_LOG");
  if (path) log_descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* The path of a descriptor below the root, or NULL. The shared memory beside a database is no file
 * that has to survive anything. */
static const char *file_of(int descriptor, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (!root || length < 0) return NULL;
  path[length] = 0;
  if (strncmp(path, root, root_length) != 0) return NULL;
  if (length > 4 && strcmp(path + length - 4, "-shm") == 0) return NULL;
  return path;
}

static int is_below(const char *path) {
  return root && path && strncmp(path, root, root_length) == 0;
}

/* One change: what, on which file, where, with what. */
static void note(char what, const char *path, uint64_t offset, const void *data, uint64_t size) {
  if (log_descriptor < 0) return;
  uint32_t length = strlen(path);
  struct iovec_head {
    char what;
    char pad[3];
    uint32_t length;
    uint64_t offset, size;
  } head = {what, {0}, length, offset, size};
  real_write(log_descriptor, &head, sizeof head);
  real_write(log_descriptor, path, length);
  if (data) real_write(log_descriptor, data, size);
}

/* Counts a call. Returns an error number if it has to fail. */
static int step(int descriptor, const void *data, size_t size, off_t offset, int is_positioned) {
  pthread_mutex_lock(&lock);
  uint64_t number = ++*count;
  pthread_mutex_unlock(&lock);
  if (!at || number < at || !action) return 0;
  if (strcmp(action, "ENOSPC") == 0) return ENOSPC;
  if (strcmp(action, "EIO") == 0) return EIO;
  if (number > at) return 0;
  if (strcmp(action, "torn") == 0 && data) {
    if (is_positioned)
      real_pwrite(descriptor, data, size / 2, offset);
    else
      real_write(descriptor, data, size / 2);
  }
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

#define FAIL(number)     \
  do {                   \
    int error = number;  \
    if (error) {         \
      errno = error;     \
      return -1;         \
    }                    \
  } while (0)

ssize_t write(int descriptor, const void *data, size_t size) {
  char path[PATH_MAX];
  if (descriptor == 1) note('A', "", 0, data, size);
  const char *file = file_of(descriptor, path);
  if (!file) return real_write(descriptor, data, size);
  FAIL(step(descriptor, data, size, 0, 0));
  off_t offset = lseek(descriptor, 0, SEEK_CUR);
  ssize_t written = real_write(descriptor, data, size);
  if (written > 0) note('W', file, offset, data, written);
  return written;
}

static ssize_t positioned(int descriptor, const void *data, size_t size, off_t offset) {
  char path[PATH_MAX];
  const char *file = file_of(descriptor, path);
  if (!file) return real_pwrite(descriptor, data, size, offset);
  FAIL(step(descriptor, data, size, offset, 1));
  ssize_t written = real_pwrite(descriptor, data, size, offset);
  if (written > 0) note('W', file, offset, data, written);
  return written;
}

ssize_t pwrite(int descriptor, const void *data, size_t size, off_t offset) {
  return positioned(descriptor, data, size, offset);
}

ssize_t pwrite64(int descriptor, const void *data, size_t size, off_t offset) {
  return positioned(descriptor, data, size, offset);
}

static int cut(int descriptor, off_t size) {
  static int (*real)(int, off_t);
  if (!real) real = next("ftruncate64");
  char path[PATH_MAX];
  const char *file = file_of(descriptor, path);
  if (file) FAIL(step(descriptor, NULL, 0, 0, 0));
  int result = real(descriptor, size);
  if (file && result == 0) note('T', file, size, NULL, 0);
  return result;
}

int ftruncate(int descriptor, off_t size) { return cut(descriptor, size); }
int ftruncate64(int descriptor, off_t size) { return cut(descriptor, size); }

static int synced(int descriptor, const char *name) {
  int (*real)(int) = next(name);
  char path[PATH_MAX];
  const char *file = file_of(descriptor, path);
  if (file) FAIL(step(descriptor, NULL, 0, 0, 0));
  int result = real(descriptor);
  if (file && result == 0) note('S', file, 0, NULL, 0);
  return result;
}

int fsync(int descriptor) { return synced(descriptor, "fsync"); }
int fdatasync(int descriptor) { return synced(descriptor, "fdatasync"); }

int rename(const char *old, const char *new) {
  static int (*real)(const char *, const char *);
  if (!real) real = next("rename");
  if (!is_below(new)) return real(old, new);
  FAIL(step(-1, NULL, 0, 0, 0));
  int result = real(old, new);
  if (result == 0) note('R', old, 0, new, strlen(new));
  return result;
}

int renameat(int old_folder, const char *old, int new_folder, const char *new) {
  static int (*real)(int, const char *, int, const char *);
  if (!real) real = next("renameat");
  char path[PATH_MAX];
  if (file_of(new_folder, path)) FAIL(step(-1, NULL, 0, 0, 0));
  return real(old_folder, old, new_folder, new);
}

int unlink(const char *file) {
  static int (*real)(const char *);
  if (!real) real = next("unlink");
  if (is_below(file)) FAIL(step(-1, NULL, 0, 0, 0));
  int result = real(file);
  if (result == 0 && is_below(file)) note('U', file, 0, NULL, 0);
  return result;
}

int unlinkat(int folder, const char *file, int flags) {
  static int (*real)(int, const char *, int);
  if (!real) real = next("unlinkat");
  char path[PATH_MAX];
  if (file_of(folder, path)) FAIL(step(-1, NULL, 0, 0, 0));
  return real(folder, file, flags);
}
