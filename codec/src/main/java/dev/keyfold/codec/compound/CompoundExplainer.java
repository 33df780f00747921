package dev.keyfold.codec.compound;

import static dev.keyfold.codec.compound.CompoundFormat.KEY;
import static dev.keyfold.codec.compound.CompoundFormat.KIND;
import static dev.keyfold.codec.compound.CompoundFormat.SUB;

import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeyPart.Role;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.ValueText;
import java.util.List;
import java.util.Objects;

/** Cuts a compound key into kind, key, sub-key and what stands between them. */
final class CompoundExplainer {
  private final KeySchema schema;
  private final byte[] key;
  private final boolean escaped;
  private final List<KeyPart> parts;
  private final KeyReader reader;

  CompoundExplainer(KeySchema schema, byte[] key, boolean escaped, List<KeyPart> parts) {
    this.schema = schema;
    this.key = key;
    this.escaped = escaped;
    this.parts = parts;
    this.reader = new CompoundReader(schema, escaped);
  }

  void explain() {
    // The format refuses a kind that may be null.
    String kind = Objects.requireNonNull(reader.reset(key).getString());
    int from = reader.offset();
    add(KIND, 0, from - 1, Role.VALUE, meaning(kind));
    add(KIND, from - 1, from, Role.SEPARATOR, "end of the kind");
    String text = value(KEY);
    boolean hasSub = !reader.isNull();
    int to = reader.offset();
    boolean named = keyPart(from, hasSub ? to - 1 : to, text);
    if (hasSub) {
      add(KEY, to - 1, to, Role.SEPARATOR, named ? "end of the key" : text + "; end of the key");
      String sub = value(SUB);
      add(SUB, to, reader.offset(), Role.VALUE, sub);
    }
    reader.finish();
  }

  private String value(int field) {
    KeyType type = schema.field(field).type();
    return type + " " + ValueText.print(type, reader.get());
  }

  private static String meaning(String kind) {
    return kind
        + switch (Prefix.valueOf(kind)) {
          case H -> ": a field of a hash";
          case S -> ": a member of a set";
          case Z -> ": a member of a sorted set";
          case L -> ": an element of a list";
          case T -> ": the type of a value";
          case LM -> ": metadata of a list";
          default -> ": a promoted value";
        };
  }

  /** The key cut at its escapes; false if it is empty and so was not named. */
  private boolean keyPart(int from, int to, String text) {
    boolean named = false;
    int run = from;
    for (int i = from; escaped && i < to; i++) {
      if (key[i] == '%') {
        named = value(run, i, text, named);
        String escape = (key[i + 1] == '0' ? "a NUL" : "a percent sign") + ", escaped";
        add(KEY, i, i + 3, Role.ESCAPE, named ? escape : text + "; " + escape);
        named = true;
        run = i + 3;
        i += 2;
      }
    }
    return value(run, to, text, named);
  }

  private boolean value(int from, int to, String text, boolean named) {
    if (from == to) {
      return named;
    }
    add(KEY, from, to, Role.VALUE, named ? "goes on" : text);
    return true;
  }

  private void add(int field, int from, int to, Role role, String text) {
    parts.add(new KeyPart(from, to - from, field, schema.field(field).name(), role, text));
  }
}
