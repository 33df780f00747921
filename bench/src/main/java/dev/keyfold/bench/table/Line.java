package dev.keyfold.bench.table;

import java.util.List;

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

  /** The lines of tables in memory: first those of the specification. */
  static final List<Line> IN_MEMORY = List.of(PUT, GET, PREFIX, PREFIX_LAZY);

  static final List<Line> ON_DISK =
      List.of(BATCHED_BARE, BATCHED, GET, PREFIX, PREFIX_LAZY, RANGE, RANGE_LAZY, INDEX);

  /** The lines whose cost is watched while the table grows. */
  static final List<Line> GROWING = List.of(GET, PREFIX, PREFIX_LAZY, RANGE_LAZY, INDEX);

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
