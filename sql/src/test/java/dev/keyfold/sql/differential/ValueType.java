package dev.keyfold.sql.differential;

/** Types of columns and expressions. */
enum ValueType {
  INT,
  DEC,
  TEXT,
  DATE
}
