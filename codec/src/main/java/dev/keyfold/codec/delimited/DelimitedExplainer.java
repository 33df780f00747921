package dev.keyfold.codec.delimited;

import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeyPart.Role;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.bytes.Bytes;
import java.util.List;

/**
 * Cuts a delimited key into parts. Values come from {@link DelimitedReader}, so what is explained
 * is what is read.
 */
final class DelimitedExplainer {
  private final KeySchema schema;
  private final DelimitedLayout layout;
  private final byte[] key;
  private final List<KeyPart> parts;

  DelimitedExplainer(KeySchema schema, DelimitedLayout layout, byte[] key, List<KeyPart> parts) {
    this.schema = schema;
    this.layout = layout;
    this.key = key;
    this.parts = parts;
  }

  void explain() {
    DelimitedReader reader = new DelimitedReader(schema, layout);
    reader.reset(key);
    if (layout.head > 0) {
      int shard = Bytes.getShort(key, 0) & 0xFFFF;
      add(0, DelimitedLayout.SHARD_BYTES, -1, Role.SHARD, shard + " of " + schema.shards());
      add(DelimitedLayout.SHARD_BYTES, layout.head, -1, Role.SEPARATOR, "delimiter");
    }
    for (int field = 0; field <= layout.last; field++) {
      int from = reader.offset();
      KeyType type = layout.fields[field].type();
      String text = type + " " + ValueText.print(type, reader.get());
      int to = reader.offset() - (field == layout.last ? 0 : layout.delimiterBytes);
      if (type.kind() == Kind.STRING || type.kind() == Kind.BYTES) {
        content(field, from, to, text);
      } else {
        add(from, to, field, Role.VALUE, text);
      }
      if (field < layout.last) {
        add(to, reader.offset(), field, Role.SEPARATOR, "delimiter");
      }
    }
    reader.finish(); // trailing bytes and the shard prefix
  }

  private void content(int field, int from, int to, String text) {
    int padding = layout.widths[field] > 0 ? DelimitedLayout.contentEnd(key, from, to) : to;
    int run = from;
    String meaning = text;
    int next = layout.indexOfDelimiter(key, from, padding);
    while (next >= 0) {
      if (next > run) {
        add(run, next, field, Role.VALUE, meaning == null ? "goes on" : meaning);
        meaning = null;
      }
      String doubled = "the delimiter in the value, doubled";
      run = next + 2 * layout.delimiterBytes;
      add(next, run, field, Role.ESCAPE, meaning == null ? doubled : meaning + "; " + doubled);
      meaning = null;
      next = layout.indexOfDelimiter(key, run, padding);
    }
    if (run < padding || meaning != null) {
      add(run, padding, field, Role.VALUE, meaning == null ? "goes on" : meaning);
    }
    if (padding < to) {
      add(padding, to, field, Role.PADDING, "filled up to " + layout.widths[field] + " bytes");
    }
  }

  private void add(int from, int to, int field, Role role, String text) {
    String name = field < 0 ? "shard" : layout.fields[field].name();
    parts.add(new KeyPart(from, to - from, field, name, role, text));
  }
}
