package dev.keyfold.cli.shell;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.data.TableRows;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Store;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.load.CsvWriter;
import dev.keyfold.table.load.JsonLinesWriter;
import dev.keyfold.table.load.RowSink;
import dev.keyfold.table.schema.Columns;
import dev.keyfold.table.schema.KeyLayout;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The output formats of the shell. */
enum ShellFormat {
  TABLE,
  JSON,
  CSV,
  HEX;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static List<String> words() {
    return Arrays.stream(values()).map(ShellFormat::word).toList();
  }

  /** Null if no format has that name. */
  static @Nullable ShellFormat named(String word) {
    return Arrays.stream(values()).filter(one -> one.word().equals(word)).findAny().orElse(null);
  }

  /**
   * A writer for rows of the table.
   *
   * @param first whether to print the header: only on the first page
   */
  RowSink sink(Console console, Store store, Columns columns, boolean first) throws IOException {
    RowSink sink =
        switch (this) {
          case TABLE -> new TableRows(console, columns);
          case JSON -> new JsonLinesWriter(columns, console.out());
          case CSV -> new CsvWriter(columns, console.out());
          case HEX -> new HexRows(console, store, columns.table());
        };
    if (first) {
      sink.begin();
    }
    return sink;
  }

  /** The bytes of a row in the store: its key, and its value on a second line. */
  private static final class HexRows implements RowSink {
    private final Console console;
    private final Store store;
    private final TableLayout layout;

    HexRows(Console console, Store store, TableDef table) {
      this.console = console;
      this.store = store;
      this.layout = TableLayout.of(table, Functions.builtIn());
    }

    @Override
    public void begin() {}

    @Override
    public void write(RowAccess row) {
      KeyLayout primary = layout.primary();
      Object[] values = primary.parts().stream().map(part -> row.get(part.source())).toArray();
      byte[] key = primary.storeKey(primary.schema().encode(values));
      byte[] value = store.get(key);
      console.out().text("key   " + Bytes.toHex(key)).endLine();
      console.out().text("value " + (value == null ? "" : Bytes.toHex(value))).endLine();
    }
  }
}
