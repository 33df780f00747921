package dev.keyfold.codec.tuple;

import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeyPart.Role;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.ValueText;
import java.util.List;

/**
 * Cuts a key into parts: codes, values, escapes and ends. Values come from {@link SlotReader}, so
 * what is explained is what is read.
 */
final class TupleExplainer {
  private final KeySchema schema;
  private final byte[] key;
  private final List<KeyPart> parts;
  private final SlotReader items = new SlotReader();
  private int field;

  TupleExplainer(KeySchema schema, byte[] key, List<KeyPart> parts) {
    this.schema = schema;
    this.key = key;
    this.parts = parts;
  }

  void explain() {
    // First as far as it is a key at all: its length.
    TupleReader reader = new TupleReader(schema);
    reader.reset(key);
    items.reset(key, 0, 0, key.length);
    TupleSlot[] slots = TupleSlot.slots(schema);
    for (field = 0; field < slots.length; field++) {
      item(slots[field], slots[field].path, false);
    }
    // Once more as a whole: trailing bytes.
    reader.finish();
  }

  private void item(TupleSlot slot, String name, boolean nested) {
    int from = items.pos;
    if (items.isNull(slot, nested)) {
      items.passNull(nested);
      add(from, items.pos, Role.MARKER, name, nested ? "null inside a list" : "null, sorts first");
      return;
    }
    items.expect(slot, nested);
    if (slot.kind == Kind.LIST || slot.kind == Kind.TUPLE) {
      nested(slot, name);
    } else {
      scalar(slot, name);
    }
  }

  private void nested(TupleSlot slot, String name) {
    boolean list = slot.kind == Kind.LIST;
    items.pos++;
    add(items.pos - 1, items.pos, Role.MARKER, name, list ? "a list follows" : "a tuple follows");
    if (list) {
      for (int i = 0; !items.isEnd(slot); i++) {
        item(slot.inner[0], name + "[" + i + "]", true);
      }
      items.pos++;
    } else {
      for (TupleSlot inner : slot.inner) {
        item(inner, name + "." + inner.field.name(), true);
      }
      items.closeTuple(slot);
    }
    String end = list ? "end of the list" : "end of the tuple";
    add(items.pos - 1, items.pos, Role.TERMINATOR, name, end);
  }

  private void scalar(TupleSlot slot, String name) {
    int from = items.pos;
    int code = key[from] & 0xFF;
    String text = slot.field.type() + " " + ValueText.print(slot.field.type(), items.value(slot));
    int head = code == Codes.BIG_NEGATIVE || code == Codes.BIG_POSITIVE ? 2 : 1;
    if (items.pos == from + 1) {
      add(from, from + 1, Role.VALUE, name, text + ", all in its code");
      return;
    }
    add(from, from + head, Role.MARKER, name, codeText(code, items.pos - from - head));
    if (slot.lowCode == Codes.STRING || slot.lowCode == Codes.BYTES) {
      content(name, from + 1, items.pos - 1, text);
    } else {
      add(from + head, items.pos, Role.VALUE, name, text);
    }
  }

  private static String codeText(int code, int bytes) {
    if (!Codes.isInteger(code)) {
      return code == Codes.BYTES ? "bytes follow" : Codes.name(code) + " follows";
    }
    String sign = code < Codes.ZERO ? "a negative" : "a positive";
    return sign + " integer of " + bytes + (bytes == 1 ? " byte" : " bytes") + " follows";
  }

  /** Content from {@code from} to its end at {@code to}, cut at its escapes. */
  private void content(String name, int from, int to, String text) {
    String rest = text;
    int run = from;
    for (int i = from; i < to; i++) {
      if (key[i] == 0) {
        if (i > run) {
          add(run, i, Role.VALUE, name, rest);
          rest = "goes on";
        }
        String escape = "the byte 00 of the value, escaped";
        boolean first = i == from;
        add(i, i + 2, Role.ESCAPE, name, first ? text + "; " + escape : escape);
        rest = "goes on";
        run = i + 2;
        i++;
      }
    }
    if (run < to) {
      add(run, to, Role.VALUE, name, rest);
    }
    String end = "end of the value";
    add(to, to + 1, Role.TERMINATOR, name, from == to ? text + "; " + end : end);
  }

  private void add(int from, int to, Role role, String name, String text) {
    parts.add(new KeyPart(from, to - from, field, name, role, text));
  }
}
