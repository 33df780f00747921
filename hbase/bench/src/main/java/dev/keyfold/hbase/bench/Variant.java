package dev.keyfold.hbase.bench;

import java.util.Locale;

/** How keys are spread over the regions of a table. */
enum Variant {
  /** Keys as they are; a table begins as one region. */
  PLAIN,
  /** A prefix before each key, of eight, each a region. */
  SALTED;

  static final int BUCKETS = 8;

  /** As part of names, of tables as well. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
