#pragma once
#include <sqlite3.h>

// SQLITE_STATIC is a cast, which Swift does not import: the caller keeps the bytes alive.
static inline int csqliteraw_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_STATIC);
}
static inline int csqliteraw_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_STATIC);
}
