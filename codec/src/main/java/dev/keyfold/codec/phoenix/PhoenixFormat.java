package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Row keys of Apache Phoenix. The schema is the primary key of the table, type by type:
 *
 * <table border="1">
 *   <caption>Types</caption>
 *   <tr><td>string</td><td>VARCHAR</td><td>string(n)</td><td>CHAR(n)</td></tr>
 *   <tr><td>bytes</td><td>VARBINARY_ENCODED</td><td>bytes(n)</td><td>BINARY(n)</td></tr>
 *   <tr><td>int8 .. int64</td><td>TINYINT, SMALLINT, INTEGER, BIGINT</td>
 *       <td>uint8 .. uint64</td><td>UNSIGNED_TINYINT .. UNSIGNED_LONG, half their range</td></tr>
 *   <tr><td>float, double</td><td>FLOAT, DOUBLE</td><td>decimal, decimal(p,s)</td><td>DECIMAL</td>
 *   </tr>
 *   <tr><td>bool</td><td>BOOLEAN</td><td>date, timestamp</td><td>DATE, TIME (millis)</td></tr>
 *   <tr><td>timestamp(9)</td><td>TIMESTAMP</td><td>shards</td><td>SALT_BUCKETS</td></tr>
 *   <tr><td>list&lt;T&gt;</td><td>T ARRAY, as the last column</td>
 *       <td>list&lt;T null first&gt;</td><td>the same of VARCHAR and DECIMAL</td></tr>
 * </table>
 *
 * <p>The variant {@code phoenix:varbinary} takes {@code bytes} for VARBINARY, which Phoenix allows
 * as the last column only, and ascending only.
 */
public final class PhoenixFormat extends KeyFormat {
  /** Most salt buckets: the prefix is one byte. */
  static final int SALT_BUCKETS = 256;

  private static final PhoenixFormat VARBINARY = new PhoenixFormat("phoenix:varbinary", true);

  private final boolean varbinary;

  /** For {@link dev.keyfold.codec.KeyFormats}. */
  public PhoenixFormat() {
    this("phoenix", false);
  }

  private PhoenixFormat(String name, boolean varbinary) {
    super(name);
    this.varbinary = varbinary;
  }

  @Override
  protected KeyFormat variant(String option) {
    if (!option.equals("varbinary")) {
      throw new KeySchemaException(
          null, -1, "the format 'phoenix:" + option + "'", "phoenix or phoenix:varbinary");
    }
    return VARBINARY;
  }

  /** Whether {@code bytes} is VARBINARY, not VARBINARY_ENCODED. */
  boolean isVarbinary() {
    return varbinary;
  }

  /** The salt hashes the whole key. */
  @Override
  public int defaultShardBy(int fields) {
    return fields;
  }

  @Override
  protected boolean endsEarly() {
    return true;
  }

  @Override
  protected void check(KeySchema schema) {
    for (int i = 0; i < schema.size(); i++) {
      KeyField field = schema.field(i);
      checkType(field);
      checkNulls(field);
      if (field.type().kind() == Kind.LIST) {
        checkArray(field, i + 1 == schema.size());
      }
      if (varbinary && field.type().kind() == Kind.BYTES) {
        checkVarbinary(field, i + 1 == schema.size());
      }
    }
    if (schema.shards() > SALT_BUCKETS) {
      throw new KeySchemaException(
          null,
          -1,
          schema.shards() + " shards",
          "1 to " + SALT_BUCKETS + ": SALT_BUCKETS is one byte of the key");
    }
    if (schema.shards() > 0 && schema.shardBy() != schema.size()) {
      throw new KeySchemaException(
          null,
          -1,
          "a shard prefix over " + schema.shardBy() + " of " + schema.size() + " fields",
          "one over all fields: Phoenix hashes the whole key for its salt byte");
    }
  }

  private static void checkType(KeyField field) {
    KeyType type = field.type();
    String instead =
        switch (type.kind()) {
          case UUID -> "bytes(16), which is BINARY(16), or string: Phoenix has no UUID type";
          case INTEGER -> "int64 or decimal: Phoenix has no integers of any size";
          case TIME -> "timestamp: the TIME of Phoenix is an instant in milliseconds";
          case TIMESTAMP_MICROS -> "timestamp (DATE) or timestamp(9) (TIMESTAMP)";
          case DECIMAL_EXACT -> "decimal: Phoenix keeps the value, not its trailing zeros";
          case ENUM -> "string or uint16: Phoenix has no enum";
          case TUPLE -> "a field for each part: Phoenix keys have no nested values but arrays";
          default -> null;
        };
    if (instead != null) {
      throw new KeySchemaException(field.name(), -1, type.toString(), instead);
    }
    if (type.kind() == Kind.DECIMAL_SCALED && type.size() > DecimalBytes.DIGITS) {
      throw new KeySchemaException(
          field.name(),
          -1,
          type.toString(),
          "at most " + DecimalBytes.DIGITS + " digits: Phoenix rounds what has more");
    }
  }

  private static void checkNulls(KeyField field) {
    if (field.order().isNullsLast()) {
      throw new KeySchemaException(
          field.name(), -1, "null last", "null first: a null in Phoenix is an empty value");
    }
    if (field.order().isNullable() && Column.width(field.type()) > 0) {
      throw new KeySchemaException(
          field.name(),
          -1,
          "a nullable " + field.type(),
          "a field that is never null: Phoenix has no place for a null in a key column of fixed"
              + " width");
    }
  }

  private static void checkArray(KeyField field, boolean last) {
    if (!last) {
      throw new KeySchemaException(
          field.name(),
          -1,
          field.type() + " before another field",
          "an array as the last field: Phoenix allows it nowhere else in a key");
    }
    KeyField element = field.type().fields().get(0);
    Kind kind = element.type().kind();
    if (kind == Kind.BYTES || kind == Kind.LIST) {
      throw new KeySchemaException(
          field.name(),
          -1,
          field.type().toString(),
          "an array of another type: Phoenix has no arrays of "
              + (kind == Kind.LIST ? "arrays" : "VARBINARY"));
    }
    if (kind == Kind.BOOL && field.order().isDescending()) {
      throw new KeySchemaException(
          field.name(),
          -1,
          field.type() + " desc",
          "asc: Phoenix writes the second true of a descending array as false");
    }
    KeyField named = new KeyField(field.name(), element.type(), element.order());
    checkType(named);
    if (element.order().isNullable() && Column.width(element.type()) > 0) {
      throw new KeySchemaException(
          field.name(),
          -1,
          field.type().toString(),
          "elements that are never null: Phoenix writes a null of fixed width as zero");
    }
    checkNulls(named);
  }

  /** BINARY(n), also in arrays: Phoenix fills shorter values up with zero bytes. */
  @Override
  protected Object filled(KeyField field, Object value) {
    KeyType type = field.type();
    if (type.kind() == Kind.FIXED_BYTES && value instanceof byte[] bytes) {
      return bytes.length > 0 && bytes.length < type.size()
          ? Arrays.copyOf(bytes, type.size())
          : bytes;
    }
    if (type.kind() == Kind.LIST
        && value instanceof List<?> list
        && type.fields().get(0).type().kind() == Kind.FIXED_BYTES) {
      List<@Nullable Object> filled = new ArrayList<>(list.size());
      for (Object element : list) {
        filled.add(element == null ? null : filled(type.fields().get(0), element));
      }
      return filled;
    }
    return value;
  }

  private static void checkVarbinary(KeyField field, boolean last) {
    if (!last || field.order().isDescending()) {
      throw new KeySchemaException(
          field.name(),
          -1,
          last ? "VARBINARY desc" : "VARBINARY before another field",
          "VARBINARY as the last field, ascending: it has no separator; the format phoenix has"
              + " VARBINARY_ENCODED");
    }
  }

  @Override
  protected KeyWriter newWriter(KeySchema schema) {
    return new PhoenixWriter(schema);
  }

  @Override
  protected KeyReader newReader(KeySchema schema) {
    return new PhoenixReader(schema);
  }

  @Override
  protected void explain(KeySchema schema, byte[] key, List<KeyPart> parts) {
    new PhoenixExplainer(schema, key, parts).explain();
  }

  /**
   * The salt of a key whose columns stand from {@code from} to {@code to} (exclusive): {@code hash
   * = 31 * hash + byte}, from 1 on. Four bytes at a time, as each step waits for the one before it.
   */
  static int salt(byte[] bytes, int from, int to, int buckets) {
    int hash = 1;
    int i = from;
    for (; i <= to - 4; i += 4) {
      int four = 29_791 * bytes[i] + 961 * bytes[i + 1] + 31 * bytes[i + 2] + bytes[i + 3];
      hash = 923_521 * hash + four; // 31^4; 29,791 and 961 are 31^3 and 31^2
    }
    for (; i < to; i++) {
      hash = 31 * hash + bytes[i];
    }
    return Math.abs(hash % buckets);
  }
}
