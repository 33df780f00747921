package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.bytes.Bytes;

/** Finds nulls and the ends of values, without reading the values. */
abstract class Separators extends KeyReader {
  final Column[] columns;
  final boolean salted;

  /** Where the column after the one that {@link #valueEnd} looked at starts. */
  int next;

  Separators(KeySchema schema) {
    super(schema);
    this.columns = Column.columns(schema);
    this.salted = schema.shards() > 0;
  }

  @Override
  protected void begin() {
    if (salted) {
      if (end == start) {
        throw new KeyFormatException(null, 0, "0 bytes", "a salt byte");
      }
      pos = start + 1;
    }
  }

  @Override
  protected void skipFields(int from, int to) {
    for (int i = from; i < to; i++) {
      Column column = columns[i];
      if (column.shape == Column.FIXED) {
        need(column, column.width);
        pos += column.width;
      } else if (isNull(column)) {
        skipNull(column);
      } else {
        valueEnd(column);
        pos = next;
      }
    }
  }

  /** Whether a column that is not of fixed width is null at pos. Moves nothing. */
  final boolean isNull(Column column) {
    boolean ended = pos == end;
    boolean empty = !ended && !column.last && isSeparator(column, pos, 0);
    if ((ended || empty) && !column.nullable) {
      throw bad(
          column,
          pos,
          ended ? "the end of the key" : "a null",
          "a value: " + column.sqlType() + ", never null");
    }
    return ended || empty;
  }

  /** Whether the separator of an ascending value, or with a mask of ones that of a DESC one. */
  private boolean isSeparator(Column column, int at, long mask) {
    return (byte) (buf[at] ^ mask) == 0
        && (column.shape != Column.ENCODED || (at + 1 < end && (byte) (buf[at + 1] ^ mask) == 1));
  }

  final void skipNull(Column column) {
    if (pos < end) {
      pos = afterSeparator(column, pos);
    }
  }

  /** After the separator of a null or of an ascending value: there a value must follow. */
  private int afterSeparator(Column column, int at) {
    int after = at + column.separator();
    if (after >= end) {
      throw bad(
          column,
          at,
          "a separator at the end",
          "nothing: neither nulls at the end nor the separator before them are written");
    }
    return after;
  }

  /** The end of the value at pos; {@link #next} is set to the start of the column after it. */
  final int valueEnd(Column column) {
    if (column.isRest() || (column.last && column.mask == 0)) {
      next = end;
      if (column.shape == Column.ENCODED && encodedEnd(column) < end) {
        throw bad(column, pos, "the separator 0001", "00 only before ff: the last column");
      }
      return end;
    }
    int at = column.shape == Column.ENCODED ? encodedEnd(column) : plainEnd(column);
    if (column.mask == 0) {
      next = at == end ? end : afterSeparator(column, at);
    } else if (at == end) {
      throw bad(
          column,
          pos,
          "no separator up to the end",
          (column.shape == Column.ENCODED ? "fffe" : "ff") + " after the " + column.sqlType());
    } else {
      next = at + column.separator();
    }
    return at;
  }

  /**
   * The first separator, or the end of the key. It is never the first byte: an ascending value that
   * begins with one is a null, and a DESC DECIMAL may begin with FF.
   */
  private int plainEnd(Column column) {
    byte separator = (byte) column.mask;
    int at = pos + 1;
    while (at < end && buf[at] != separator) {
      at++;
    }
    return at;
  }

  private int encodedEnd(Column column) {
    for (int at = pos; at < end; at++) {
      if ((byte) (buf[at] ^ column.mask) == 0) {
        if (isSeparator(column, at, column.mask)) {
          return at;
        }
        if (at + 1 == end || (byte) (buf[at + 1] ^ column.mask) != (byte) 0xFF) {
          throw bad(
              column,
              at,
              Bytes.toHex(buf, at, Math.min(end, at + 2)),
              column.mask == 0
                  ? "00ff for a zero byte, or the separator 0001"
                  : "ff00 for a zero byte, or the separator fffe");
        }
        at++;
      }
    }
    return end;
  }

  final void need(Column column, int bytes) {
    if (end - pos < bytes) {
      throw bad(
          column,
          pos,
          (end - pos) + " bytes up to the end",
          bytes + " or more: " + column.sqlType());
    }
  }

  final KeyFormatException bad(Column column, int at, String found, String expected) {
    return malformed(column.name, at, found, expected);
  }
}
