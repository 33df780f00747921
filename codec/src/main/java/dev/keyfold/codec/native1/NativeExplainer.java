package dev.keyfold.codec.native1;

import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeyPart.Role;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.bytes.Bytes;
import java.util.List;

/**
 * Cuts a native key into parts. Values come from {@link NativeReader}, so what is explained is what
 * is read.
 */
final class NativeExplainer {
  private final KeySchema schema;
  private final byte[] key;
  private final List<KeyPart> parts;
  private final NativeReader reader;
  private int field;

  NativeExplainer(KeySchema schema, byte[] key, List<KeyPart> parts) {
    this.schema = schema;
    this.key = key;
    this.parts = parts;
    this.reader = new NativeReader(schema);
  }

  void explain() {
    reader.reset(key);
    if (schema.shards() > 0) {
      int shard = Bytes.getShort(key, 0) & 0xFFFF;
      parts.add(
          new KeyPart(
              0,
              NativeFormat.SHARD_BYTES,
              -1,
              "shard",
              Role.SHARD,
              shard + " of " + schema.shards()));
    }
    for (field = 0; field < schema.size(); field++) {
      Slot slot = reader.slot(field);
      if (slot.added && reader.at() == key.length) {
        part(
            key.length,
            Role.VALUE,
            slot.field.name(),
            slot.field.type() + " null: the key ends before this added field");
        continue;
      }
      if (!slot.nullable || marker(slot, slot.field.name(), 0)) {
        body(slot, slot.field.name(), slot.mask);
      }
    }
    // Once more as a whole: trailing bytes and the shard prefix.
    reader.reset(key).finish();
  }

  private boolean marker(Slot slot, String name, long mask) {
    int from = reader.at();
    boolean present = reader.open(slot, mask);
    // Inside a DESC list or tuple the marker is complemented with the rest, and nulls change sides.
    boolean first = (slot.nullMark == Slot.NULL_FIRST) == (mask == 0);
    String placed = first ? "null, sorts first" : "null, sorts last";
    part(from, Role.MARKER, name, present ? "a value follows" : placed);
    return present;
  }

  private void body(Slot slot, String name, long mask) {
    if (slot.kind == Kind.LIST) {
      list(slot, name, mask);
    } else if (slot.kind == Kind.TUPLE) {
      for (Slot inner : slot.inner) {
        String path = name + "." + inner.field.name();
        if (!inner.nullable || marker(inner, path, mask)) {
          body(inner, path, mask ^ inner.mask);
        }
      }
    } else {
      scalar(slot, name, mask);
    }
  }

  private void list(Slot slot, String name, long mask) {
    Slot element = slot.inner[0];
    int from = reader.at();
    for (int i = 0; reader.nextElement(slot, element, mask); i++) {
      String path = name + "[" + i + "]";
      if (marker(element, path, mask)) {
        body(element, path, mask ^ element.mask);
      }
      from = reader.at();
    }
    part(from, Role.TERMINATOR, name, "end of the list");
  }

  private void scalar(Slot slot, String name, long mask) {
    int from = reader.at();
    Object value = reader.value(slot, mask);
    String text =
        slot.field.type()
            + (mask == 0 ? " " : " desc, complemented: ")
            + ValueText.print(slot.field.type(), value);
    if (slot.kind == Kind.STRING || slot.kind == Kind.BYTES) {
      escaped(name, from, reader.at() - 1, mask, text);
    } else {
      part(from, Role.VALUE, name, text);
    }
  }

  /** Content from {@code from} to the terminator at {@code to}, cut at its escapes. */
  private void escaped(String name, int from, int to, long mask, String text) {
    int end = reader.at();
    int run = from;
    boolean named = false;
    for (int i = from; i < to; i++) {
      if ((byte) (key[i] ^ mask) == 1) {
        if (i > run) {
          add(run, i, Role.VALUE, name, named ? "goes on" : text);
          named = true;
        }
        String escape =
            "the byte " + Bytes.toHex((byte) ((key[i + 1] ^ mask) - 1)) + " of the value, escaped";
        add(i, i + 2, Role.ESCAPE, name, named ? escape : text + "; " + escape);
        named = true;
        run = i + 2;
        i++;
      }
    }
    if (run < to) {
      add(run, to, Role.VALUE, name, named ? "goes on" : text);
      named = true;
    }
    add(to, end, Role.TERMINATOR, name, named ? "end of the value" : text + "; end of the value");
  }

  private void part(int from, Role role, String name, String text) {
    add(from, reader.at(), role, name, text);
  }

  private void add(int from, int to, Role role, String name, String text) {
    parts.add(new KeyPart(from, to - from, field, name, role, text));
  }
}
