package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.bytes.Bytes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes Phoenix row keys: the salt, the commonest columns in one step, and the bounds of ranges.
 * {@link ColumnWriter} writes all columns.
 */
final class PhoenixWriter extends ColumnWriter {
  private final boolean salted;

  /** Salt given by {@link #chooseShard}; -1 if it follows from the key. */
  private int chosenSalt = -1;

  PhoenixWriter(KeySchema schema) {
    super(schema);
    this.salted = schema.shards() > 0;
    reset();
  }

  @Override
  protected void begin() {
    pending = 0;
    nulls = 0;
    chosenSalt = -1;
    pos = salted ? 1 : 0;
  }

  @Override
  protected void complete() {
    if (pos == (salted ? 1 : 0)) {
      reset();
      throw new KeyValueException(
          null, -1, "a key of nulls only", "a value in one field: Phoenix has no empty key");
    }
    if (salted) {
      buf[0] = (byte) PhoenixFormat.salt(buf, 1, pos, schema.shards());
    }
  }

  // ---- shortcuts: the commonest columns in one step; anything unusual goes the long way

  @Override
  public KeyWriter putString(@Nullable String value) {
    int field = index;
    if (field >= columns.length || value == null) {
      return super.putString(value);
    }
    Column column = columns[field];
    int length = value.length();
    boolean isChar = column.shortcut == Column.SHORT_CHAR;
    int room = isChar ? column.width : length;
    int p = pos + pending;
    byte[] out = buf;
    if (length == 0
        || length > room
        || out.length - p < room + 2
        || (column.shortcut != Column.SHORT_VARCHAR && !isChar)
        || (isChar && value.charAt(length - 1) == ' ')) {
      return super.putString(value);
    }
    byte mask = (byte) column.mask;
    // Written as if it were plain ASCII, and checked at the end: no branch per character.
    int least = isChar ? 0 : 1;
    int other = 0;
    for (int i = 0; i < length; i++) {
      int c = value.charAt(i);
      other |= c | (c - least);
      out[p + i] = (byte) (c ^ mask);
    }
    if ((other & ~0x7F) != 0) {
      return super.putString(value);
    }
    if (isChar) {
      Arrays.fill(out, p + length, p + room, (byte) (' ' ^ mask));
    }
    out[p + room] = mask;
    // Fixed width has no separator; that of a DESC value is written, that of an ASC one waits.
    boolean waits = !isChar && mask == 0;
    pos = p + room + (isChar || waits ? 0 : 1);
    pending = waits ? 1 : 0;
    nulls = 0;
    index = field + 1;
    return this;
  }

  @Override
  public KeyWriter putLong(long value) {
    int field = index;
    int p = pos + pending;
    byte[] out = buf;
    if (field >= columns.length
        || columns[field].shortcut != Column.SHORT_LONG
        || out.length - p < 8) {
      return super.putLong(value);
    }
    Bytes.putLong(out, p, value ^ columns[field].flip);
    pos = p + 8;
    pending = 0;
    nulls = 0;
    index = field + 1;
    return this;
  }

  @Override
  public byte[] toBytes() {
    int length = pos;
    if (index != columns.length || salted || length == 0 || length > Limits.KEY_BYTES) {
      return super.toBytes();
    }
    byte[] key = Arrays.copyOf(buf, length);
    index = 0;
    pos = 0;
    pending = 0;
    nulls = 0;
    return key;
  }

  // ---- bounds
  //
  // With P the key so far and S the separators that wait after it, keys with these leading fields
  // are P S value ..., and P alone where all further fields may be null.

  @Override
  protected void chooseShard(int shard) {
    chosenSalt = shard;
  }

  private void settleSalt() {
    if (salted) {
      boolean complete = written() == columns.length;
      buf[0] =
          (byte)
              (chosenSalt >= 0 || !complete
                  ? Math.max(0, chosenSalt)
                  : PhoenixFormat.salt(buf, 1, pos, schema.shards()));
    }
  }

  private byte[] soFar(int waiting, int more) {
    settleSalt();
    return Arrays.copyOf(Arrays.copyOf(buf, pos + waiting), pos + waiting + more);
  }

  private boolean mayEndHere() {
    return written() == columns.length || columns[written()].mayEnd;
  }

  /** Where a null was put among values, P and P S value are not neighbours. */
  private void checkNulls() {
    for (int i = written() - nulls; i < written(); i++) {
      if (columns[i].nullsAmongValues() && mayEndHere()) {
        throw unordered(columns[i], "a null");
      }
    }
  }

  private KeyValueException unordered(Column column, String found) {
    return refused(
        column,
        found + " in a range",
        "an equality: in a nullable "
            + column.sqlType()
            + " nulls lie among the values that begin ff");
  }

  @Override
  protected byte[] prefixStart() {
    if (written() < columns.length) {
      checkNulls();
    }
    return soFar(mayEndHere() ? 0 : pending, 0);
  }

  @Override
  protected byte @Nullable [] prefixEnd() {
    if (written() == columns.length) {
      return soFar(0, 1); // P 00 is what follows P at once
    }
    checkNulls();
    byte[] bound = soFar(pending, 0);
    if (pending == 0) {
      return Bytes.successor(bound);
    }
    bound[bound.length - 1]++; // after P S value ..., before longer or other values
    return bound;
  }

  @Override
  protected byte[] presentStart() {
    Column next = columns[written()];
    if (!next.nullable) {
      return soFar(pending, 0);
    }
    if (next.nullsAmongValues()) {
      throw unordered(next, "a bound");
    }
    if (next.isRest()) {
      return soFar(pending, pending > 0 ? 0 : 1);
    }
    byte[] bound = soFar(pending, next.separator());
    bound[bound.length - 1] = (byte) next.separator(); // after 00 or 00 01, the null
    return bound;
  }

  @Override
  protected byte @Nullable [] presentEnd() {
    return Bytes.successor(soFar(pending, 0));
  }

  /** Arrays sort as lists do, except where Phoenix leaves out what would make them. */
  @Override
  protected void checkOrdered(int field) {
    Column column = columns[field];
    if (column.nullable && column.nullsAmongValues()) {
      throw unordered(column, "a bound");
    }
    if (column.shape != Column.ARRAY) {
      return;
    }
    KeyField element = column.field.type().fields().get(0);
    boolean fixed = Column.width(element.type()) > 0;
    if (element.order().isNullable() || (fixed && column.mask != 0)) {
      throw refused(
          column,
          "a range of " + column.sqlType(),
          fixed
              ? "an equality: where one array begins with another, Phoenix does not sort them"
              : "an equality, or the type list<"
                  + element.type()
                  + ">: arrays with nulls do not sort as their elements do");
    }
  }

  @Override
  protected KeyRange beginningWith(byte[] content) {
    Column next = columns[written()];
    if (content.length == 0) {
      byte[] start = presentStart();
      byte[] end = presentEnd();
      return KeyRange.of(start, end);
    }
    byte[] prefix = soFar(pending, 0);
    if (!mayBegin(next, content)) {
      return KeyRange.of(prefix, prefix);
    }
    byte[] bound = Arrays.copyOf(prefix, prefix.length + 2 * content.length);
    int end = prefix.length + content.length;
    if (next.shape == Column.ENCODED) {
      end = escape(content, 0, content.length, bound, prefix.length);
    } else {
      System.arraycopy(content, 0, bound, prefix.length, content.length);
    }
    if (next.mask != 0) {
      Bytes.complement(bound, prefix.length, end);
    }
    return KeyRange.prefix(Arrays.copyOf(bound, end));
  }

  /** Whether a value may begin so; throws where other values lie among those. */
  private boolean mayBegin(Column next, byte[] content) {
    if (next.isChar()) {
      if (content[content.length - 1] == ' ') {
        throw refused(
            next,
            "a prefix that ends with a blank",
            "one that does not: the padding of shorter values begins with it too");
      }
      return content.length <= next.width && indexOfHigh(content) < 0;
    }
    if (next.shape == Column.TEXT) {
      return Text.indexOf(content, 0) < 0;
    }
    if (next.shape == Column.ENCODED && next.mask != 0 && content[0] == (byte) 0xFF) {
      if (content.length == 1 && next.nullable) {
        throw unordered(next, "the prefix ff");
      }
      return content.length == 1 || content[1] != (byte) 0xFE;
    }
    return true;
  }

  private static int indexOfHigh(byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] < 0) {
        return i;
      }
    }
    return -1;
  }
}
