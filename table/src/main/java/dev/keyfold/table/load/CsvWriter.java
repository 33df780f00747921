package dev.keyfold.table.load;

import dev.keyfold.table.entry.JsonWriter;
import dev.keyfold.table.entry.PrintedValues;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.schema.Columns;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Rows as comma-separated values, RFC 4180, in UTF-8: first a line with the names of the fields. A
 * value with a comma, a quote or a line break in it stands in quotes, and each quote in it is
 * doubled. Null is nothing, empty text is {@code ""}; a list is a JSON array. Lines end with LF.
 */
public final class CsvWriter implements RowSink {
  private final Columns columns;
  private final OutputStream out;
  private final ByteArrayOutputStream nested = new ByteArrayOutputStream();
  private final JsonWriter json;
  private final StringBuilder line = new StringBuilder();

  public CsvWriter(Columns columns, OutputStream out) throws IOException {
    this.columns = columns;
    this.out = out;
    this.json = new JsonWriter(nested);
  }

  @Override
  public void begin() throws IOException {
    for (int i = 0; i < columns.size(); i++) {
      separate(i);
      append(columns.field(i).name());
    }
    endLine();
  }

  @Override
  public void write(RowAccess row) throws IOException {
    for (int i = 0; i < columns.size(); i++) {
      separate(i);
      Object written = PrintedValues.of(columns.field(i), row.get(columns.position(i)));
      if (written instanceof List<?> list) {
        append(text(list));
      } else if (written instanceof Double || written instanceof Float) {
        append(text(written)); // the shortest digits, as JSON has them
      } else if (written != null) {
        append(written.toString());
      }
    }
    endLine();
  }

  private String text(Object value) throws IOException {
    nested.reset();
    json.line(value);
    return nested.toString(StandardCharsets.UTF_8).stripTrailing();
  }

  private void separate(int column) {
    if (column > 0) {
      line.append(',');
    }
  }

  private void append(String value) {
    if (!value.isEmpty() && value.chars().noneMatch(CsvWriter::isSpecial)) {
      line.append(value);
      return;
    }
    line.append('"').append(value.replace("\"", "\"\"")).append('"');
  }

  private static boolean isSpecial(int c) {
    return c == ',' || c == '"' || c == '\n' || c == '\r';
  }

  private void endLine() throws IOException {
    byte[] bytes = line.toString().getBytes(StandardCharsets.UTF_8);
    line.setLength(0);
    out.write(bytes, 0, bytes.length);
    out.write('\n');
  }
}
