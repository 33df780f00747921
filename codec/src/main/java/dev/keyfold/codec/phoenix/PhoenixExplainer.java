package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeyPart.Role;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.ValueText;
import java.util.List;

/**
 * Cuts a Phoenix row key into parts. Values come from {@link PhoenixReader}, so what is explained
 * is what is read.
 */
final class PhoenixExplainer {
  private final KeySchema schema;
  private final byte[] key;
  private final List<KeyPart> parts;
  private final PhoenixReader reader;

  /** The position of the column at hand. */
  private int field;

  PhoenixExplainer(KeySchema schema, byte[] key, List<KeyPart> parts) {
    this.schema = schema;
    this.key = key;
    this.parts = parts;
    this.reader = new PhoenixReader(schema);
  }

  void explain() {
    reader.reset(key);
    if (schema.shards() > 0) {
      String text = "salt " + (key[0] & 0xFF) + " of " + schema.shards() + " buckets";
      parts.add(new KeyPart(0, 1, -1, "salt", Role.SHARD, text));
    }
    for (field = 0; field < schema.size(); field++) {
      Column column = column();
      int from = reader.offset();
      Object value = reader.get();
      int to = reader.offset();
      if (value == null) {
        part(
            from,
            to,
            from == to ? Role.VALUE : Role.SEPARATOR,
            column.sqlType()
                + (from == to
                    ? " null: the key ends before it"
                    : " null: only its separator, which is never complemented"));
      } else {
        String text = column.sqlType() + (column.mask == 0 ? " " : ", complemented: ");
        value(from, to, text + ValueText.print(column.field.type(), value), value);
      }
    }
    // Once more as a whole: the salt and the empty key.
    reader.reset(key).finish();
  }

  private Column column() {
    return reader.columns[field];
  }

  private void value(int from, int to, String text, Object value) {
    if (column().shape == Column.ARRAY) {
      reader.field(field);
      ArrayReader array = new ArrayReader(reader, column());
      array.read();
      reader.field(field + 1);
      array.explain((start, end, role, what) -> part(from + start, from + end, role, what));
      return;
    }
    if (column().isChar()) {
      int end = from + ((String) value).length();
      part(from, end, Role.VALUE, text);
      if (end < to) {
        part(end, to, Role.PADDING, "blanks that fill CHAR(" + column().width + ")");
      }
      return;
    }
    if (column().shape == Column.FIXED || column().shape == Column.RAW) {
      part(from, to, Role.VALUE, text);
      return;
    }
    int end = to - separatorBytes(to);
    if (column().shape == Column.ENCODED) {
      escaped(from, end, text);
    } else if (column().shape == Column.DECIMAL
        && (byte) (key[end - 1] ^ column().mask) == 0x66
        && (byte) (key[from] ^ column().mask) >= 0) {
      part(from, end - 1, Role.VALUE, text);
      part(end - 1, end, Role.TERMINATOR, "end of a negative DECIMAL");
    } else {
      part(from, end, Role.VALUE, text);
    }
    if (end < to) {
      boolean more = to < key.length;
      part(
          end,
          to,
          more ? Role.SEPARATOR : Role.TERMINATOR,
          more ? "separator" : "a DESC value keeps its separator at the end");
    }
  }

  /** How many bytes before {@code to} are the separator of the value. */
  private int separatorBytes(int to) {
    boolean written = column().mask != 0 || to < key.length;
    return written ? column().separator() : 0;
  }

  /** Content cut at its escapes. */
  private void escaped(int from, int to, String text) {
    String next = text;
    int run = from;
    for (int i = from; i < to; i++) {
      if ((byte) (key[i] ^ column().mask) == 0) {
        next = run(run, i, next);
        String escape = "a zero byte of the value, escaped";
        part(i, i + 2, Role.ESCAPE, next.equals(text) ? text + "; " + escape : escape);
        next = "goes on";
        run = i + 2;
        i++;
      }
    }
    run(run, to, next);
  }

  private String run(int from, int to, String text) {
    if (from == to) {
      return text;
    }
    part(from, to, Role.VALUE, text);
    return "goes on";
  }

  private void part(int from, int to, Role role, String text) {
    parts.add(new KeyPart(from, to - from, field, column().name, role, text));
  }
}
