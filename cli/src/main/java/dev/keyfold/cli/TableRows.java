package dev.keyfold.cli;

import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.ValueText;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.load.RowSink;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.TableDef;
import java.util.List;

/** Rows of a table for people: a line each, text without quotes, long values shortened. */
final class TableRows implements RowSink {
  private final List<FieldDef> fields;
  private final TextTable text;

  TableRows(Console console, TableDef table) {
    this.fields = table.fields();
    this.text = new TextTable(console, fields.stream().map(FieldDef::name).toList());
    for (int i = 0; i < fields.size(); i++) {
      if (isNumber(fields.get(i).type().kind())) {
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
    String[] cells = new String[fields.size()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = cell(fields.get(i).type(), row.get(i));
    }
    text.add(cells);
  }

  private static String cell(KeyType type, Object value) {
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
  void finish() {
    text.finish();
  }
}
