package dev.keyfold.codec.delimited;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeySelection;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.ShardHash;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The algorithms of the composite key index specification under their names there, without their
 * defects. Thread-safe.
 */
public final class DelimitedKeys {
  private DelimitedKeys() {}

  /**
   * CreateCompositeKey: the key of a whole record, one value for each field in schema order, with
   * its shard prefix if the schema has shards. The specification ends a key at the first missing
   * value, so that different records share it; here a missing or null value is refused.
   */
  public static byte[] createCompositeKey(KeySchema schema, Object... values) {
    check(schema);
    return schema.encode(values);
  }

  /**
   * IncrementLastByte: the lowest byte string after all that begin with the key; trailing {@code
   * FF} bytes go, the last byte left is incremented. Null if none exists: nothing ends a range
   * after {@code FFFF}. The specification appends {@code 00} there, and the range to {@code FFFF00}
   * loses {@code FFFF01} and all after it.
   */
  public static byte @Nullable [] incrementLastByte(byte[] key) {
    return Bytes.successor(key);
  }

  /**
   * ComputeShardPrefix: the first 8 bytes of the MD5 of the printed value, big-endian unsigned,
   * modulo the number of shards, as two bytes. Values are String, byte[], Long and the smaller
   * integers, Instant (printed as its milliseconds), UUID and BigDecimal (2.5 and 2.50 are one
   * value); the package comment has their printed forms. The specification prints whatever it is
   * given, so that an instant as text and as a number have two shards.
   */
  public static byte[] computeShardPrefix(Object value, int shardCount) {
    if (shardCount < 1 || shardCount > Limits.SHARDS) {
      throw new KeySchemaException(null, -1, shardCount + " shards", "1 to " + Limits.SHARDS);
    }
    byte[] printed = value == null ? null : ShardPrefix.printed(value);
    if (printed == null) {
      throw new KeyValueException(
          null,
          -1,
          value == null ? "null" : "a value of " + value.getClass().getSimpleName(),
          "a value of String, byte[], Long, Instant, UUID or BigDecimal");
    }
    byte[] prefix = new byte[DelimitedLayout.SHARD_BYTES];
    ShardPrefix md5 = new ShardPrefix(ShardHash.MD5);
    Bytes.putShort(prefix, 0, md5.of(printed, 0, printed.length, shardCount));
    return prefix;
  }

  /**
   * PrefixScan: the range of the keys with these leading values, one at least. The delimiter is
   * part of the prefix, so USR_1 does not find USR_12. Without a value the specification scans
   * everything; here that is refused.
   */
  public static KeyRange prefixScan(KeySchema schema, Object... leading) {
    check(schema);
    if (leading.length == 0 || leading.length > schema.size()) {
      throw new KeyValueException(
          null, -1, leading.length + " leading values", "1 to " + schema.size());
    }
    return only(equal(schema, leading));
  }

  /**
   * RangeScan: the range of the keys with these leading values whose next field lies between two
   * values, both included. Refused where the field has no order in the key, and where it is the
   * first of a key with shards, which needs a range for each shard: {@link KeySchema#select()}.
   */
  public static KeyRange rangeScan(KeySchema schema, Object[] leading, Object min, Object max) {
    check(schema);
    if (leading.length >= schema.size() || (leading.length == 0 && schema.shards() > 0)) {
      throw new KeyValueException(
          null,
          -1,
          leading.length + " leading values",
          (schema.shards() > 0 ? "1 to " : "0 to ") + (schema.size() - 1));
    }
    String field = schema.field(leading.length).name();
    return only(equal(schema, leading).between(field, min, max));
  }

  private static KeySelection equal(KeySchema schema, Object[] leading) {
    KeySelection selection = schema.select();
    for (int i = 0; i < leading.length; i++) {
      selection.eq(schema.field(i).name(), leading[i]);
    }
    return selection;
  }

  private static KeyRange only(KeySelection selection) {
    List<KeyRange> ranges = selection.ranges();
    return ranges.isEmpty() ? KeyRange.of(new byte[0], new byte[0]) : ranges.get(0);
  }

  private static void check(KeySchema schema) {
    if (!(schema.format() instanceof DelimitedFormat) && !(schema.format() instanceof TextFormat)) {
      throw new KeySchemaException(
          null, -1, "a schema of the format " + schema.format(), "the format delimited");
    }
  }
}
