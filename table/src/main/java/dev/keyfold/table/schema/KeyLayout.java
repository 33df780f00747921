package dev.keyfold.table.schema;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySelection;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Slice;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.expr.FieldExpression;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a table or of one of its indexes: the id they begin with, the schema after it, and
 * what each field of that schema is in the table.
 *
 * <pre>
 *   +----+---------+--------+--------+-- -
 *   | id | shard ? | part 1 | part 2 | ...     of an index: its parts, then the rest of the
 *   +----+---------+--------+--------+-- -     primary key, so that every entry has its own key
 * </pre>
 *
 * The parts of a primary key are in the table's key format, those of an index in the native one.
 * The keys of a view are those of another program's store, and begin with no id.
 *
 * <p>Immutable.
 */
public final class KeyLayout {
  private final String name;
  private final int id;
  private final byte[] prefix;
  private final KeySchema schema;
  private final List<Part> parts;

  /** Bytes of the shard number; a delimiter may follow it. */
  private final int shardBytes;

  /** Why entries do not lie in the order of a part; null where they do. */
  private final @Nullable String[] orderProblems;

  /** What a key is for, as messages name it. */
  public enum Purpose {
    PRIMARY(
        "table ",
        "a primary key",
        " with the table's id, the shard and the ends of strings; shorten its values"),
    INDEX("index ", "a key", ""),
    CLAIM("unique index ", "a key", "");

    private final String owner;
    private final String key;
    private final String advice;

    Purpose(String owner, String key, String advice) {
      this.owner = owner;
      this.key = key;
      this.advice = advice;
    }

    /**
     * Throws {@link RowException} if no store would take a key of this length.
     *
     * @param name of the table or index
     */
    public void checkLength(int length, String name) {
      if (length > StoreLimits.KEY_BYTES) {
        throw new RowException(
            owner
                + name
                + ": found "
                + key
                + " of "
                + length
                + " bytes, expected at most "
                + StoreLimits.KEY_BYTES
                + advice);
      }
    }
  }

  /**
   * One field of the key.
   *
   * @param expression what it is computed from: a field, a function of one, or a list's elements
   * @param field name, type and direction in the key's schema
   */
  public record Part(FieldExpression expression, KeyField field) {
    /** Whether it is a field of the table as it stands. */
    public boolean isPlain() {
      return expression.isPlain();
    }

    /** Whether there is one entry for each element of a list. */
    public boolean each() {
      return expression.isEach();
    }

    /** Position of the table's field that it is made of. */
    public int source() {
      return expression.source();
    }
  }

  KeyLayout(String name, int id, byte[] prefix, KeySchema schema, List<Part> parts) {
    this.name = name;
    this.id = id;
    this.prefix = prefix;
    this.schema = schema;
    this.parts = List.copyOf(parts);
    this.shardBytes = schema.shards() == 0 ? 0 : Math.min(2, schema.shardPrefix(0).length);
    this.orderProblems = new String[parts.size()];
    for (int i = 0; i < orderProblems.length && !schema.format().isNative(); i++) {
      orderProblems[i] = orderProblem(schema, i);
    }
  }

  private static @Nullable String orderProblem(KeySchema schema, int part) {
    KeyOrder order = schema.field(part).order();
    String problem = schema.orderProblem(part);
    if (problem == null && order.isNullable() && order.isNullsLast() != order.isDescending()) {
      // In tables null is the smallest value, and comes last where the order is descending.
      return "field "
          + schema.field(part).name()
          + ": null comes first in a descending field of the format "
          + schema.format();
    }
    return problem;
  }

  /** The index's name, or {@code primary}. */
  public String name() {
    return name;
  }

  public int id() {
    return id;
  }

  /** The schema after the id. */
  public KeySchema schema() {
    return schema;
  }

  /** One for each field of the schema. */
  public List<Part> parts() {
    return parts;
  }

  /**
   * Why entries with equal parts before this one do not lie in the order of its values; null if
   * they do, as they always do in the native format.
   */
  public @Nullable String orderProblem(int part) {
    return orderProblems[part];
  }

  /** What all keys of a shard begin with, the id included; for keys with shards. */
  public byte[] shardStart(int shard) {
    return storeKey(schema.shardPrefix(shard));
  }

  /** The shard that a key of the store says it is in; 0 of keys without shards, or too short. */
  public int shardOf(Slice key) {
    if (shardBytes == 0 || key.length() < prefix.length + shardBytes) {
      return 0;
    }
    int first = key.at(prefix.length) & 0xFF;
    return shardBytes == 1 ? first : first << 8 | (key.at(prefix.length + 1) & 0xFF);
  }

  /** Number of bytes of the id. */
  public int prefixLength() {
    return prefix.length;
  }

  /** A copy of the id's bytes. */
  public byte[] prefix() {
    return prefix.clone();
  }

  /** Writes the id at the beginning of the buffer. */
  public void putPrefix(byte[] buffer) {
    System.arraycopy(prefix, 0, buffer, 0, prefix.length);
  }

  /** The whole key of a store for a key of the schema. */
  public byte[] storeKey(byte[] key) {
    byte[] whole = new byte[prefix.length + key.length];
    putPrefix(whole);
    System.arraycopy(key, 0, whole, prefix.length, key.length);
    return whole;
  }

  /** A range of keys of the schema as a range of the store. */
  public KeyRange storeRange(KeyRange range) {
    byte[] end = range.end();
    return KeyRange.of(storeKey(range.start()), end == null ? everything().end() : storeKey(end));
  }

  /**
   * The ranges of the store that hold the selected keys, without those that no key can be in. No
   * bound is longer than a key of the store may be, however long the constants of a query are: what
   * is longer lies between the same two keys as its beginning and the next one.
   */
  public List<KeyRange> storeRanges(KeySelection selection) {
    List<KeyRange> ranges = new ArrayList<>();
    for (KeyRange range : selection.ranges()) {
      KeyRange inStore = storeRange(range);
      byte[] start = fitting(inStore.start());
      KeyRange fitting = start == null ? null : KeyRange.of(start, fitting(inStore.end()));
      if (fitting != null && !fitting.isEmpty()) {
        ranges.add(fitting);
      }
    }
    return ranges;
  }

  /** Null sorts after all keys. */
  private static byte @Nullable [] fitting(byte @Nullable [] bound) {
    return bound == null || bound.length <= StoreLimits.KEY_BYTES
        ? bound
        : Bytes.successor(bound, StoreLimits.KEY_BYTES);
  }

  /** Starts to select keys of the schema, by constants of any length. */
  public KeySelection select() {
    return schema.select().ofAnyLength();
  }

  /** All keys of the table or index. */
  public KeyRange everything() {
    return KeyRange.prefix(prefix);
  }

  /** Position of the part that is this field of the table as it stands, -1 if none exists. */
  public int positionOf(int tableField) {
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).isPlain() && parts.get(i).source() == tableField) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public String toString() {
    return name + ": " + schema;
  }
}
