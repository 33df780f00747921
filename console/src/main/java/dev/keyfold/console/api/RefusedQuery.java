package dev.keyfold.console.api;

import dev.keyfold.codec.KeyException;
import dev.keyfold.console.http.HttpException;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.errors.TableException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A query that was rejected because it needs a full scan, with the alternatives: an index, a limit,
 * or a higher scan limit. Each was verified or exceeds what failed, so that following one never
 * leads to the same rejection.
 */
final class RefusedQuery {
  /** The most rows that a scan may read, whatever a request asks for. */
  static final long MOST_SCANNED = 10_000_000;

  private static final long[] SCANS = {100_000, 1_000_000, MOST_SCANNED};
  private static final int LIMIT = 100;

  /** An estimated number of rows may be too low by as much. */
  private static final double MARGIN = 1.5;

  private final Table<Row> table;
  private final String text;
  private final long allowed;

  /**
   * @param allowed rows that the scan was allowed to read; 0 for none
   */
  RefusedQuery(Table<Row> table, String text, long allowed) {
    this.table = table;
    this.text = text;
    this.allowed = allowed;
  }

  /** The response: {@code advice}, {@code limited} and {@code scan} are absent if none helps. */
  HttpException response(ScanRefusedException refusal) {
    Map<String, Object> more = new LinkedHashMap<>();
    more.put("refused", true);
    more.put("advice", refusal.advice() == null ? "" : refusal.advice());
    String limited = text.isBlank() ? "limit " + LIMIT : text.strip() + " limit " + LIMIT;
    if (refusal.advice() == null && isAccepted(limited)) {
      more.put("limited", limited);
    }
    long scan = scan();
    if (scan > 0) {
      more.put("scan", scan);
    }
    return new HttpException(422, HttpException.messageOf(refusal), more);
  }

  private boolean isAccepted(String query) {
    try {
      table.query(query).plan();
      return true;
    } catch (TableException | KeyException stillWrong) {
      return false;
    }
  }

  /** The smallest scan that is expected to reach the end; 0 if none is. */
  private long scan() {
    double needed = table.estimate().count() * MARGIN;
    for (long scan : SCANS) {
      if (scan > allowed && scan >= needed) {
        return scan;
      }
    }
    return 0;
  }
}
