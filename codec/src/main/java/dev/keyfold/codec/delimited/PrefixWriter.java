package dev.keyfold.codec.delimited;

import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.bytes.Bytes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A writer of keys whose fields are written together with the delimiter after them: the bytes
 * written so far are a prefix that only keys with these fields have, and bound their range.
 */
abstract class PrefixWriter extends KeyWriter {
  PrefixWriter(KeySchema schema) {
    super(schema);
  }

  @Override
  protected byte[] prefixStart() {
    return Arrays.copyOf(buf, pos);
  }

  @Override
  protected byte @Nullable [] prefixEnd() {
    if (written() < schema.size()) {
      return Bytes.successor(buf, pos);
    }
    // A complete key may be a prefix of others with a longer last value: its range has one key.
    byte[] end = Arrays.copyOf(buf, pos + 1);
    end[pos] = 0;
    return end;
  }

  /** Without nulls, a prefix has the same range as its non-null values. */
  @Override
  protected byte[] presentStart() {
    return prefixStart();
  }

  @Override
  protected byte @Nullable [] presentEnd() {
    return prefixEnd();
  }
}
