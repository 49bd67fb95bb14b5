#include <sqlite3.h>

/* sqlite3_db_config() is variadic, and Swift cannot call variadic C functions. */
static inline int flash_sqlite_no_checkpoint_on_close(sqlite3 *_Nonnull db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/* SQLITE_TRANSIENT is a cast that Swift does not import. */
static inline int flash_sqlite_bind_text(
    sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(
      statement, index, bytes ? (const char *)bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int flash_sqlite_bind_blob(
    sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes, sqlite3_uint64 count) {
  return bytes ? sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT)
               : sqlite3_bind_zeroblob(statement, index, 0);
}

static inline void flash_sqlite_result_text(
    sqlite3_context *_Nullable context, const void *_Nullable bytes, sqlite3_uint64 count) {
  sqlite3_result_text64(
      context, bytes ? (const char *)bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/* The caller keeps the bytes until the parameter is bound anew. */
static inline int flash_sqlite_borrow_text(
    sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(
      statement, index, bytes ? (const char *)bytes : "", count, SQLITE_STATIC, SQLITE_UTF8);
}

static inline int flash_sqlite_borrow_blob(
    sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_STATIC);
}

/* sqlite3_config() is variadic too. Without statistics an allocation takes no global lock. */
static inline int flash_sqlite_no_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/* Sets one of the switches that take 0 or 1. */
static inline int flash_sqlite_switch(sqlite3 *_Nonnull db, int which, int value) {
  return sqlite3_db_config(db, which, value, (int *)0);
}
