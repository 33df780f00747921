package dev.keyfold.table.plan;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySelection;
import java.util.List;

/**
 * The ranges of a skip scan, found from one key to the next: behind each combination of leading
 * values that is there, the part that the query asks for.
 */
public final class SkipRanges {
  private final Plan plan;
  private final KeySchema schema;
  private final KeyReader reader;

  public SkipRanges(Plan plan) {
    this.plan = plan;
    this.schema = plan.key().schema();
    this.reader = schema.newReader();
  }

  /** The ranges of the store behind the leading values of a key of the store. */
  public List<KeyRange> behind(byte[] key, int offset, int length) {
    int prefix = plan.key().prefixLength();
    reader.reset(key, offset + prefix, length - prefix);
    KeySelection selection = schema.select();
    int part = 0;
    for (; part < plan.skipped(); part++) {
      selection.eq(schema.field(part).name(), reader.get());
    }
    for (Constraint constraint : plan.used()) {
      constraint.applyTo(selection, schema.field(part++).name());
    }
    return selection.ranges().stream().map(plan.key()::storeRange).toList();
  }

  /** All keys of the store with the same leading values as the given one. */
  public KeyRange siblings(byte[] key, int offset, int length) {
    int prefix = plan.key().prefixLength();
    reader.reset(key, offset + prefix, length - prefix).field(plan.skipped());
    byte[] leading = new byte[prefix + reader.offset()];
    System.arraycopy(key, offset, leading, 0, leading.length);
    return KeyRange.prefix(leading);
  }
}
