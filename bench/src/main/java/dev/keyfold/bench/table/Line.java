package dev.keyfold.bench.table;

/** What is measured: a line of the report. */
enum Line {
  PUT("single writes", 1),
  BATCHED_BARE("batched writes, no index", 1),
  BATCHED("batched writes, one index", 1),
  GET("lookups", 1),
  PREFIX("prefix scans, 1,000 rows", Orders.ROWS_PER_USER),
  PREFIX_LAZY("prefix scans, 1,000 rows, two fields of each", Orders.ROWS_PER_USER),
  RANGE("range scans, 100 rows", Orders.ROWS_PER_RANGE),
  RANGE_LAZY("range scans, 100 rows, two fields of each", Orders.ROWS_PER_RANGE),
  INDEX("index lookups, 10 rows", 10);

  /** Name in reports. */
  final String label;

  /** Rows that an operation returns. */
  final int rows;

  Line(String label, int rows) {
    this.label = label;
    this.rows = rows;
  }

  boolean isWrite() {
    return this == PUT || this == BATCHED_BARE || this == BATCHED;
  }
}
