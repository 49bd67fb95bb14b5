#include "CFaultyDisk.h"

#include <fcntl.h>
#include <malloc.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { most_disks = 32, longest_path = 512 };

/* A write that may still be lost: what was there, and what came. */
typedef struct Piece {
  struct Piece *earlier, *later;
  char path[longest_path];
  sqlite3_int64 size_before; /* of the file */
  sqlite3_int64 size_after;
  sqlite3_int64 offset;
  int count; /* 0 for a cut */
  int count_before;
  unsigned char *before, *after;
} Piece;

typedef struct {
  char folder[longest_path];
  size_t length;
  long writes, refusals;
  long power_left; /* writes until the power fails; 0 never */
  int torn;
  long space_left; /* writes until it is full; 0 never */
  long full_tries;
  int is_dead;
  int open_files;
  Piece *oldest, *newest;
} Disk;

typedef struct {
  sqlite3_file base;
  int disk;
  char path[longest_path];
  sqlite3_file *inner; /* behind this struct */
} File;

static Disk disks[most_disks];
static int disk_count;
static sqlite3_vfs *inner_vfs;

static Disk *disk_of(File *file) { return file->disk < 0 ? NULL : &disks[file->disk]; }

static int find(const char *path) {
  if (!path) return -1;
  for (int i = 0; i < disk_count; i++)
    if (!strncmp(path, disks[i].folder, disks[i].length)) return i;
  return -1;
}

static void drop(Disk *disk, Piece *piece) {
  if (piece->earlier) piece->earlier->later = piece->later;
  else disk->oldest = piece->later;
  if (piece->later) piece->later->earlier = piece->earlier;
  else disk->newest = piece->earlier;
  free(piece->before);
  free(piece->after);
  free(piece);
}

static void forget(Disk *disk, const char *path) {
  for (Piece *piece = disk->oldest, *next; piece; piece = next) {
    next = piece->later;
    if (!path || !strcmp(piece->path, path)) drop(disk, piece);
  }
}

/* Counts a write. Returns SQLITE_OK if it may go on; SQLITE_ABORT for the one in which the power
 * fails. */
static int count_write(Disk *disk, int is_growth) {
  if (disk->is_dead) return SQLITE_IOERR_WRITE;
  disk->writes++;
  if (disk->power_left > 0 && --disk->power_left == 0) {
    disk->is_dead = 1;
    return SQLITE_ABORT;
  }
  if (disk->space_left > 0 && --disk->space_left == 0 && is_growth) {
    disk->refusals++;
    if (--disk->full_tries > 0) disk->space_left = 1;
    return SQLITE_FULL;
  }
  return SQLITE_OK;
}

static int inner_write(File *file, const void *bytes, int count, sqlite3_int64 offset) {
  return file->inner->pMethods->xWrite(file->inner, bytes, count, offset);
}

static void remember(Disk *disk, File *file, const void *bytes, int count, sqlite3_int64 offset,
                     sqlite3_int64 cut) {
  Piece *piece = calloc(1, sizeof(Piece));
  strcpy(piece->path, file->path);
  file->inner->pMethods->xFileSize(file->inner, &piece->size_before);
  piece->offset = offset;
  piece->count = count;
  if (count > 0) {
    piece->size_after =
        piece->size_before > offset + count ? piece->size_before : offset + count;
    piece->after = malloc(count);
    memcpy(piece->after, bytes, count);
    sqlite3_int64 there = piece->size_before - offset;
    piece->count_before = there <= 0 ? 0 : there < count ? (int)there : count;
  } else {
    piece->size_after = cut;
    piece->offset = cut;
    piece->count_before = piece->size_before > cut ? (int)(piece->size_before - cut) : 0;
  }
  if (piece->count_before > 0) {
    piece->before = malloc(piece->count_before);
    file->inner->pMethods->xRead(file->inner, piece->before, piece->count_before, piece->offset);
  }
  piece->earlier = disk->newest;
  if (disk->newest) disk->newest->later = piece;
  else disk->oldest = piece;
  disk->newest = piece;
}

static int file_close(sqlite3_file *self) {
  File *file = (File *)self;
  Disk *disk = disk_of(file);
  if (disk) disk->open_files--;
  return file->inner->pMethods->xClose(file->inner);
}

static int file_read(sqlite3_file *self, void *bytes, int count, sqlite3_int64 offset) {
  File *file = (File *)self;
  return file->inner->pMethods->xRead(file->inner, bytes, count, offset);
}

static int file_write(sqlite3_file *self, const void *bytes, int count, sqlite3_int64 offset) {
  File *file = (File *)self;
  Disk *disk = disk_of(file);
  if (!disk) return inner_write(file, bytes, count, offset);
  int status = count_write(disk, 1);
  if (status == SQLITE_ABORT) {
    int arrived = disk->torn < count ? disk->torn : count;
    if (arrived > 0) {
      remember(disk, file, bytes, arrived, offset, 0);
      inner_write(file, bytes, arrived, offset);
    }
    return SQLITE_IOERR_WRITE;
  }
  if (status != SQLITE_OK) return status;
  remember(disk, file, bytes, count, offset, 0);
  return inner_write(file, bytes, count, offset);
}

static int file_truncate(sqlite3_file *self, sqlite3_int64 size) {
  File *file = (File *)self;
  Disk *disk = disk_of(file);
  if (disk) {
    if (count_write(disk, 0) != SQLITE_OK) return SQLITE_IOERR_TRUNCATE;
    remember(disk, file, NULL, 0, 0, size);
  }
  return file->inner->pMethods->xTruncate(file->inner, size);
}

static int file_sync(sqlite3_file *self, int flags) {
  File *file = (File *)self;
  Disk *disk = disk_of(file);
  if (!disk) return file->inner->pMethods->xSync(file->inner, flags);
  if (count_write(disk, 0) != SQLITE_OK) return SQLITE_IOERR_FSYNC;
  forget(disk, file->path);
  return SQLITE_OK;
}

static int file_size(sqlite3_file *self, sqlite3_int64 *size) {
  File *file = (File *)self;
  return file->inner->pMethods->xFileSize(file->inner, size);
}

static int file_lock(sqlite3_file *self, int level) {
  File *file = (File *)self;
  return file->inner->pMethods->xLock(file->inner, level);
}

static int file_unlock(sqlite3_file *self, int level) {
  File *file = (File *)self;
  return file->inner->pMethods->xUnlock(file->inner, level);
}

static int file_check_lock(sqlite3_file *self, int *result) {
  File *file = (File *)self;
  return file->inner->pMethods->xCheckReservedLock(file->inner, result);
}

static int file_control(sqlite3_file *self, int what, void *argument) {
  File *file = (File *)self;
  return file->inner->pMethods->xFileControl(file->inner, what, argument);
}

static int file_sector(sqlite3_file *self) {
  File *file = (File *)self;
  return file->inner->pMethods->xSectorSize(file->inner);
}

static int file_character(sqlite3_file *self) {
  File *file = (File *)self;
  return file->inner->pMethods->xDeviceCharacteristics(file->inner);
}

static int file_map(sqlite3_file *self, int region, int size, int extend, void volatile **memory) {
  File *file = (File *)self;
  return file->inner->pMethods->xShmMap(file->inner, region, size, extend, memory);
}

static int file_shm_lock(sqlite3_file *self, int offset, int count, int flags) {
  File *file = (File *)self;
  return file->inner->pMethods->xShmLock(file->inner, offset, count, flags);
}

static void file_barrier(sqlite3_file *self) {
  File *file = (File *)self;
  file->inner->pMethods->xShmBarrier(file->inner);
}

static int file_unmap(sqlite3_file *self, int deletes) {
  File *file = (File *)self;
  return file->inner->pMethods->xShmUnmap(file->inner, deletes);
}

static const sqlite3_io_methods methods = {
    2,           file_close,      file_read,    file_write,  file_truncate,  file_sync,
    file_size,   file_lock,       file_unlock,  file_check_lock, file_control, file_sector,
    file_character, file_map,     file_shm_lock, file_barrier, file_unmap,   NULL,
    NULL};

static int disk_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *self, int flags,
                     int *out_flags) {
  (void)vfs;
  File *file = (File *)self;
  memset(file, 0, sizeof(File));
  file->inner = (sqlite3_file *)(file + 1);
  file->disk = find(name);
  if (name) strncpy(file->path, name, longest_path - 1);
  if (file->disk >= 0 && disks[file->disk].is_dead && (flags & SQLITE_OPEN_CREATE))
    return SQLITE_CANTOPEN;
  int status = inner_vfs->xOpen(inner_vfs, name, file->inner, flags, out_flags);
  if (file->inner->pMethods) {
    file->base.pMethods = &methods;
    if (file->disk >= 0) disks[file->disk].open_files++;
  }
  return status;
}

static int disk_delete(sqlite3_vfs *vfs, const char *name, int sync_folder) {
  (void)vfs;
  int disk = find(name);
  if (disk >= 0) {
    if (count_write(&disks[disk], 0) != SQLITE_OK) return SQLITE_IOERR_DELETE;
    forget(&disks[disk], name);
  }
  return inner_vfs->xDelete(inner_vfs, name, sync_folder);
}

int flash_disk_install(void) {
  static sqlite3_vfs vfs;
  if (inner_vfs) return SQLITE_OK;
  /* One thread, and nobody asks for figures: no mutex, and memory that is kept. */
  sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  inner_vfs = sqlite3_vfs_find(NULL);
  if (!inner_vfs) return SQLITE_ERROR;
  /* The system calls that its own file system makes are none of the wrapped one's. */
  vfs = *inner_vfs;
  vfs.zName = "flash-disks";
  vfs.szOsFile = (int)sizeof(File) + inner_vfs->szOsFile;
  vfs.xOpen = disk_open;
  vfs.xDelete = disk_delete;
  return sqlite3_vfs_register(&vfs, 1);
}

int flash_disk_add(const char *folder) {
  if (disk_count == most_disks || strlen(folder) >= longest_path) return -1;
  Disk *disk = &disks[disk_count];
  memset(disk, 0, sizeof(Disk));
  strcpy(disk->folder, folder);
  disk->length = strlen(folder);
  return disk_count++;
}

void flash_disk_clear(void) {
  for (int i = 0; i < disk_count; i++) forget(&disks[i], NULL);
  disk_count = 0;
}

void flash_disk_fail(int disk, long writes, int torn) {
  disks[disk].power_left = writes;
  disks[disk].torn = torn;
}

void flash_disk_fill(int disk, long writes, long tries) {
  disks[disk].space_left = writes;
  disks[disk].full_tries = tries;
}

int flash_disk_is_dead(int disk) { return disks[disk].is_dead; }

/* Puts bytes to a file, or cuts it, as it was before or is after a piece. */
static void put(const char *path, const void *bytes, int count, sqlite3_int64 offset,
                sqlite3_int64 size) {
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  if (count > 0 && pwrite(file, bytes, count, offset) != count) abort();
  struct stat facts;
  if (size >= 0 && fstat(file, &facts) == 0 && facts.st_size != size && ftruncate(file, size) != 0)
    abort();
  close(file);
}

static unsigned long long draw(unsigned long long *state) {
  unsigned long long x = *state += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

int flash_disk_revive(int number, unsigned long long random) {
  Disk *disk = &disks[number];
  if (disk->open_files > 0) return -1;
  int keeps_all = draw(&random) % 3 == 0;
  for (Piece *piece = disk->newest; piece; piece = piece->earlier)
    put(piece->path, piece->before, piece->count_before, piece->offset, piece->size_before);
  for (Piece *piece = disk->oldest; piece; piece = piece->later) {
    if (!keeps_all && draw(&random) & 1) continue;
    put(piece->path, piece->after, piece->count, piece->offset,
        piece->count > 0 ? -1 : piece->size_after);
  }
  forget(disk, NULL);
  disk->is_dead = 0;
  disk->power_left = 0;
  disk->space_left = 0;
  return 0;
}

long flash_disk_writes(int disk) { return disks[disk].writes; }
long flash_disk_refusals(int disk) { return disks[disk].refusals; }
