package dev.keyfold.pg.session;

import dev.keyfold.pg.message.BackendWriter;
import dev.keyfold.pg.message.BackendWriter.Field;
import dev.keyfold.pg.message.ProtocolException;
import dev.keyfold.pg.value.BinaryValues;
import dev.keyfold.pg.value.TextValues;
import dev.keyfold.pg.value.WireType;
import dev.keyfold.sql.SqlResult;
import dev.keyfold.sql.result.SqlColumn;
import java.util.ArrayList;
import java.util.List;

/** A running statement, whose rows are sent to the client. Close it. Not thread-safe. */
final class Execution implements AutoCloseable {
  /** Why sending stopped. */
  enum Stop {
    /** There are no more rows. */
    END,
    /** As many rows as asked for were sent. */
    LIMIT,
    /** The client does not keep up. */
    FULL
  }

  private final SqlResult result;
  private final List<WireType> types;
  private short[] formats;
  private long rows;

  Execution(SqlResult result, short[] formats) {
    this.result = result;
    this.types = result.columns().stream().map(WireType::of).toList();
    this.formats = formats;
    checkFormats(formats, types.size());
  }

  static void checkFormats(short[] formats, int columns) {
    if (formats.length > 1 && formats.length != columns) {
      throw new ProtocolException(
          "found " + formats.length + " result formats, expected 0, 1 or " + columns);
    }
  }

  static short format(short[] formats, int column) {
    return formats.length == 0 ? 0 : formats[formats.length == 1 ? 0 : column];
  }

  /** The columns as RowDescription has them. */
  static List<Field> fields(List<SqlColumn> columns, short[] formats) {
    List<Field> fields = new ArrayList<>();
    for (SqlColumn column : columns) {
      WireType type = WireType.of(column);
      fields.add(
          new Field(
              column.name(),
              type.oid(),
              type.size(),
              type.modifier(),
              format(formats, fields.size())));
    }
    return fields;
  }

  /** Sends the next rows in these formats. */
  void use(short[] given) {
    checkFormats(given, types.size());
    formats = given;
  }

  short[] formats() {
    return formats;
  }

  /** Passes over rows; how many there were. */
  long skip(long most) {
    long skipped = 0;
    while (skipped < most && result.next()) {
      skipped++;
    }
    return skipped;
  }

  boolean hasRows() {
    return result.hasRows();
  }

  List<SqlColumn> columns() {
    return result.columns();
  }

  /** Sends rows. */
  Stop send(Output out, long most) {
    BackendWriter writer = out.writer();
    long sent = 0;
    while (true) {
      if (sent >= most) {
        return Stop.LIMIT;
      }
      if (!out.isWritable()) {
        return Stop.FULL;
      }
      if (!result.next()) {
        return Stop.END;
      }
      int start = writer.buffer().writerIndex();
      try {
        row(writer);
      } catch (RuntimeException e) {
        writer.buffer().writerIndex(start); // half a row is no message
        throw e;
      }
      sent++;
      rows++;
      out.flushIfLarge();
    }
  }

  private void row(BackendWriter writer) {
    writer.beginRow(types.size());
    for (int i = 0; i < types.size(); i++) {
      Object value = result.get(i);
      if (value == null) {
        writer.value(null);
      } else if (format(formats, i) == 1) {
        writer.value(BinaryValues.encode(types.get(i), value));
      } else {
        writer.value(TextValues.encode(types.get(i), value));
      }
    }
    writer.endRow();
  }

  /** Rows sent so far. */
  long rows() {
    return rows;
  }

  /** What CommandComplete says. */
  String tag() {
    String tag = result.tag();
    return switch (tag) {
      case "SELECT" -> // CREATE TABLE AS counts its rows and returns none
          "SELECT " + (result.updateCount() < 0 ? rows : result.updateCount());
      case "INSERT" -> "INSERT 0 " + result.updateCount();
      case "UPDATE", "DELETE", "COPY" -> tag + " " + result.updateCount();
      case "EMPTY" -> "SET";
      default -> tag;
    };
  }

  @Override
  public void close() {
    result.close();
  }
}
