package dev.keyfold.table.plan;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySelection;
import java.util.List;

/**
 * The ranges of a skip scan, computed from one key to the next: for each existing combination of
 * leading values, the range that the query selects.
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

  /** The ranges of the store after the leading values of a key of the store. */
  public List<KeyRange> after(byte[] key, int offset, int length) {
    int prefix = plan.key().prefixLength();
    reader.reset(key, offset + prefix, length - prefix);
    KeySelection selection = leading();
    int part = plan.skipped();
    for (Constraint constraint : plan.used()) {
      constraint.applyTo(selection, schema.field(part++).name());
    }
    return plan.key().storeRanges(selection);
  }

  private KeySelection leading() {
    KeySelection selection = plan.key().select();
    for (int part = 0; part < plan.skipped(); part++) {
      selection.eq(schema.field(part).name(), reader.get());
    }
    return selection;
  }

  /** All keys of the store with the same leading values as the given one. */
  public KeyRange siblings(byte[] key, int offset, int length) {
    int prefix = plan.key().prefixLength();
    reader.reset(key, offset + prefix, length - prefix);
    if (schema.endsEarly() || schema.field(plan.skipped() - 1).added()) {
      // A key may end early, as those from before the field was added: its bytes are a prefix of
      // others' too.
      List<KeyRange> ranges = plan.key().storeRanges(leading());
      return KeyRange.of(ranges.get(0).start(), ranges.get(ranges.size() - 1).end());
    }
    reader.field(plan.skipped());
    byte[] leading = new byte[prefix + reader.offset()];
    System.arraycopy(key, offset, leading, 0, leading.length);
    return KeyRange.prefix(leading);
  }
}
