package dev.keyfold.sql.differential;

/** Whose answers count, and what may be asked of it. */
enum Dialect {
  /** No dates, no typed decimals, no INCLUDE; a LIKE that must be told to see upper case. */
  SQLITE,
  POSTGRES;

  boolean hasDates() {
    return this == POSTGRES;
  }

  boolean hasGroupingSets() {
    return this == POSTGRES;
  }
}
