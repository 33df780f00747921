package dev.keyfold.table.load;

import dev.keyfold.store.Store;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.TestStores;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.schema.Columns;
import dev.keyfold.table.schema.TableDef;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What the tests of this package share. */
final class Loads {
  private Loads() {}

  /** A definition without a store. */
  static TableDef table(String fields, String key) {
    try (Store store = TestStores.open()) {
      return create(store, fields, key).definition();
    }
  }

  static Table<Row> create(Store store, String fields, String key, String... indexes) {
    TableBuilder builder = new TableBuilder("t").fields(fields).key(key);
    for (String index : indexes) {
      builder.index(index);
    }
    return Tables.of(store).create(builder);
  }

  static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Rows as text, and bad records as {@code LINE: message}. */
  static List<String> readAll(RowReader reader) throws IOException {
    List<String> result = new ArrayList<>();
    while (true) {
      try {
        Row row = reader.read();
        if (row == null) {
          return result;
        }
        result.add(row.toString());
      } catch (BadInputException e) {
        result.add(reader.line() + ": " + e.getMessage());
      }
    }
  }

  static List<String> csv(TableDef table, String text) throws IOException {
    return readAll(new CsvReader(table, stream(text), () -> {}));
  }

  static List<String> json(TableDef table, String text) throws IOException {
    return readAll(new JsonLinesReader(table, stream(text), () -> {}));
  }

  static byte[] export(Table<Row> table, boolean csv) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Columns columns = Columns.all(table.definition());
    RowSink sink = csv ? new CsvWriter(columns, out) : new JsonLinesWriter(columns, out);
    Export.run(table, sink, progress -> {});
    return out.toByteArray();
  }

  static RowReader reader(TableDef table, InputStream in, boolean csv) throws IOException {
    return csv ? new CsvReader(table, in, () -> {}) : new JsonLinesReader(table, in, () -> {});
  }
}
