package dev.keyfold.cli.data;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.TextTable;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.ValueText;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.load.RowSink;
import dev.keyfold.table.schema.Columns;
import org.jspecify.annotations.Nullable;

/** Rows of a table for people: a line each, text without quotes, long values shortened. */
public final class TableRows implements RowSink {
  private final Columns columns;
  private final TextTable text;

  public TableRows(Console console, Columns columns) {
    this.columns = columns;
    this.text = new TextTable(console, columns.names());
    for (int i = 0; i < columns.size(); i++) {
      if (isNumber(columns.field(i).type().kind())) {
        text.alignRight(i);
      }
    }
  }

  private static boolean isNumber(Kind kind) {
    return switch (kind) {
      case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, INTEGER -> true;
      case FLOAT, DOUBLE, DECIMAL, DECIMAL_EXACT, DECIMAL_SCALED -> true;
      default -> false;
    };
  }

  @Override
  public void begin() {}

  @Override
  public void write(RowAccess row) {
    String[] cells = new String[columns.size()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = cell(columns.field(i).type(), row.get(columns.position(i)));
    }
    text.add(cells);
  }

  private static String cell(KeyType type, @Nullable Object value) {
    if (type.kind() == Kind.ENUM && value != null) {
      return value.toString();
    }
    String printed = ValueText.print(type, value);
    // Quotes stay where a text would otherwise look like null or like nothing at all.
    if (!(value instanceof String text) || text.equals("null") || text.isBlank()) {
      return printed;
    }
    return printed.substring(1, printed.length() - 1).replace("\\\"", "\"");
  }

  /** Writes what was held back to measure it. */
  public void finish() {
    text.finish();
  }
}
