package dev.keyfold.bench.sql;

/** The lookups that are measured. */
enum SqlLine {
  POINT("point lookups by primary key"),
  INDEX("index lookups, 10 rows"),
  COVERED("index lookups, 10 rows, covered by the index");

  /** Name in reports. */
  final String label;

  SqlLine(String label) {
    this.label = label;
  }
}
