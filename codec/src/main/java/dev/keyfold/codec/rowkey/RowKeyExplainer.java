package dev.keyfold.codec.rowkey;

import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeyPart.Role;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.ValueText;
import java.util.List;

/** Cuts a {@code rowkey} key into components, escapes and separators. */
final class RowKeyExplainer {
  private final KeySchema schema;
  private final byte[] key;
  private final List<KeyPart> parts;
  private int field;

  RowKeyExplainer(KeySchema schema, byte[] key, List<KeyPart> parts) {
    this.schema = schema;
    this.key = key;
    this.parts = parts;
  }

  void explain() {
    KeyReader reader = new RowKeyReader(schema).reset(key);
    int last = schema.size() - 1;
    for (field = 0; field <= last; field++) {
      int from = reader.offset();
      KeyType type = schema.field(field).type();
      String text = type + " " + ValueText.print(type, reader.get());
      int to = field == last ? reader.offset() : reader.offset() - Escape.SEPARATOR;
      boolean named = component(from, to, text);
      if (field < last) {
        add(to, reader.offset(), Role.SEPARATOR, named ? "separator" : text + "; separator");
      }
    }
    reader.finish();
  }

  /** Cuts content at its runs of escaped zeros; false if it is empty and so was not named. */
  private boolean component(int from, int to, String text) {
    boolean named = false;
    int i = from;
    while (i < to) {
      int run = i;
      boolean zeros = key[i] == 0;
      while (i < to && (key[i] == 0) == zeros) {
        i += zeros ? 2 : 1;
      }
      int count = (i - run) / 2;
      String escape = count == 1 ? "the byte 00, escaped" : count + " bytes 00, escaped";
      if (zeros) {
        add(run, i, Role.ESCAPE, named ? escape : text + "; " + escape);
      } else {
        add(run, i, Role.VALUE, named ? "goes on" : text);
      }
      named = true;
    }
    return named;
  }

  private void add(int from, int to, Role role, String text) {
    parts.add(new KeyPart(from, to - from, field, schema.field(field).name(), role, text));
  }
}
