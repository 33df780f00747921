package dev.keyfold.cli.shell;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.data.TableRows;
import dev.keyfold.table.Query;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.Tables;
import dev.keyfold.table.load.RowSink;
import dev.keyfold.table.where.QueryText;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A query of a shell, shown page by page. No resources are held between pages: each continues with
 * the token of the previous one. Not thread-safe.
 */
final class ShellQuery {
  private final Tables tables;
  private final String table;
  private final String text;
  private long left;
  private @Nullable String token;
  private boolean begun;

  ShellQuery(Tables tables, String table, String text) {
    this.tables = tables;
    this.table = table;
    this.text = text;
    this.left = QueryText.parse(text).limit().orElse(Long.MAX_VALUE);
  }

  /** The token of the next page; null if none exists. */
  @Nullable String token() {
    return token;
  }

  /** The query, without a page. */
  Query<Row> query(long allowScan) {
    Query<Row> query = tables.table(table).query(text);
    return allowScan > 0 ? query.allowScan(allowScan) : query;
  }

  /**
   * Prints the next page and returns its number of rows.
   *
   * @param stopped whether to stop after the current row
   */
  long page(Console console, ShellFormat format, long size, long allowScan, BooleanSupplier stopped)
      throws IOException {
    Query<Row> query = query(allowScan).limit(Math.min(size, left)).after(token);
    long count = 0;
    try (Rows<Row> rows = query.open()) {
      RowSink sink = format.sink(console, tables.store(), rows.columns(), !begun);
      while (!stopped.getAsBoolean() && rows.step()) {
        sink.write(rows.view());
        count++;
      }
      if (sink instanceof TableRows lines) {
        lines.finish();
      }
      left -= count;
      token = left > 0 ? rows.token() : null;
      begun = true;
    }
    return count;
  }
}
