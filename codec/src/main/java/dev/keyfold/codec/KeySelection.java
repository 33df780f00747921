package dev.keyfold.codec;

import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.bytes.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selects keys by conditions on leading fields: equality (one value or several) on the first
 * fields, then at most one range, and gives the byte ranges that hold exactly those keys.
 *
 * <pre>{@code
 * List<KeyRange> ranges = schema.select().eq("user_id", "U001").ge("at", from).lt("at", to).ranges();
 * }</pre>
 *
 * <p>As in SQL, a comparison never holds for null; {@link #isNull} and {@link #isNotNull} ask for
 * it. With a shard prefix, the result has one range for every shard that may hold such keys. Not
 * thread-safe.
 */
public final class KeySelection {
  /** Longest bound, in bytes, of a selection that takes constants of any length. */
  private static final int BOUND_BYTES = 1 << 29;

  private final KeySchema schema;
  private final Condition[] conditions;
  private boolean anyLength;

  KeySelection(KeySchema schema) {
    this.schema = schema;
    this.conditions = new Condition[schema.size()];
  }

  /** What is asked of one field: one of several values, or a range, or a beginning. */
  private static final class Condition {
    boolean range = true;
    List<Object> values = List.of();
    @Nullable Object lower;
    boolean lowerInclusive;
    @Nullable Object upper;
    boolean upperInclusive;
    byte @Nullable [] beginning;
  }

  /**
   * Takes constants longer than any value that the field or a key may hold, in the native format:
   * they equal nothing, and greater and less go by the order of values. In other formats a constant
   * that the format has no bytes for equals nothing, but cannot be a bound. Without this all of
   * them are refused.
   */
  public KeySelection ofAnyLength() {
    anyLength = true;
    return this;
  }

  /** The field equals the value; a null value means {@link #isNull}. */
  public KeySelection eq(String field, @Nullable Object value) {
    return in(field, Collections.singletonList(value));
  }

  /** The field equals one of the values; a null among them means {@link #isNull}. */
  public KeySelection in(String field, Collection<?> values) {
    Condition condition = condition(field, true);
    condition.range = false;
    condition.values = new ArrayList<>(values);
    return this;
  }

  /** The field is null. */
  public KeySelection isNull(String field) {
    return eq(field, null);
  }

  /** The field is not null. */
  public KeySelection isNotNull(String field) {
    condition(field, false);
    return this;
  }

  /** The field is greater than the value. */
  public KeySelection gt(String field, Object value) {
    return lower(field, value, false);
  }

  /** The field is the value or greater. */
  public KeySelection ge(String field, Object value) {
    return lower(field, value, true);
  }

  /** The field is less than the value. */
  public KeySelection lt(String field, Object value) {
    return upper(field, value, false);
  }

  /** The field is the value or less. */
  public KeySelection le(String field, Object value) {
    return upper(field, value, true);
  }

  /** The field is one of the two values or between them. */
  public KeySelection between(String field, Object low, Object high) {
    return ge(field, low).le(field, high);
  }

  /** The string field begins with the text. */
  public KeySelection startsWith(String field, String text) {
    if (fieldOf(field).type().kind() != Kind.STRING) {
      throw new KeyValueException(
          field, -1, "a text prefix on " + fieldOf(field).type(), "a string field");
    }
    condition(field, true).beginning = utf8(field, text);
    return this;
  }

  /** The bytes field begins with these bytes. */
  public KeySelection startsWith(String field, byte[] content) {
    KeyType type = fieldOf(field).type();
    boolean fits = type.kind() == Kind.FIXED_BYTES && content.length <= type.size();
    if (type.kind() != Kind.BYTES && !fits) {
      throw new KeyValueException(
          field, -1, "a prefix of " + content.length + " bytes on " + type, "a bytes field");
    }
    condition(field, true).beginning = content.clone();
    return this;
  }

  private static byte[] utf8(String field, String text) {
    if (Utf8.indexOfUnpaired(text) >= 0) {
      throw new KeyValueException(
          field, -1, "an unpaired surrogate in the prefix", "text that UTF-8 can hold");
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private KeySelection lower(String field, Object value, boolean inclusive) {
    checkBound(field, value);
    Condition condition = condition(field, false);
    if (condition.lower != null) {
      throw new KeyValueException(field, -1, "a second lower bound", "one");
    }
    condition.lower = value;
    condition.lowerInclusive = inclusive;
    return this;
  }

  private KeySelection upper(String field, Object value, boolean inclusive) {
    checkBound(field, value);
    Condition condition = condition(field, false);
    if (condition.upper != null) {
      throw new KeyValueException(field, -1, "a second upper bound", "one");
    }
    condition.upper = value;
    condition.upperInclusive = inclusive;
    return this;
  }

  private static void checkBound(String field, Object value) {
    if (value == null) {
      throw new KeyValueException(field, -1, "null as a bound", "a value; or isNull, isNotNull");
    }
  }

  private KeyField fieldOf(String name) {
    return schema.field(schema.indexOf(name));
  }

  private Condition condition(String field, boolean alone) {
    int index = schema.indexOf(field);
    Condition condition = conditions[index];
    if (condition == null) {
      condition = new Condition();
      conditions[index] = condition;
    } else if (alone || !condition.range || condition.beginning != null) {
      throw new KeyValueException(
          field,
          -1,
          "a further condition on the field",
          "one equality, one prefix, or a lower and an upper bound");
    }
    return condition;
  }

  /**
   * The ranges that hold exactly the selected keys, in key order and without overlap; none if
   * nothing can match. Throws a {@link KeyValueException} if a condition is on a field that is not
   * next in the key.
   */
  public List<KeyRange> ranges() {
    int equal = 0;
    while (equal < conditions.length && conditions[equal] != null && !conditions[equal].range) {
      equal++;
    }
    Condition last = equal < conditions.length ? conditions[equal] : null;
    for (int i = equal + (last == null ? 0 : 1); i < conditions.length; i++) {
      if (conditions[i] != null) {
        throw new KeyValueException(
            schema.field(i).name(),
            -1,
            "a condition on the field",
            "an equality on "
                + schema.field(i - 1 >= equal ? equal : i - 1).name()
                + " before it: a key supports equality"
                + " on its leading fields, then one range");
      }
    }
    boolean open = schema.shards() > 0 && equal < schema.shardBy();
    checkCount(equal, open ? schema.shards() : 1);
    List<KeyRange> ranges = new ArrayList<>();
    Object[] values = new Object[equal];
    KeyWriter writer = schema.newWriter();
    if (anyLength) {
      writer.withLimit("a bound", BOUND_BYTES).takeBounds();
    }
    for (int shard = open ? 0 : -1; shard < (open ? schema.shards() : 0); shard++) {
      expand(writer, shard, values, 0, last, ranges);
    }
    return inOrder(ranges);
  }

  /** Multiplied before anything is expanded: to find out on the way would take seconds. */
  private void checkCount(int equal, long shards) {
    long count = shards;
    for (int i = 0; i < equal; i++) {
      count = Math.min(count * conditions[i].values.size(), Limits.RANGES + 1L);
    }
    if (count > Limits.RANGES) {
      throw new KeyValueException(
          null, -1, "more than " + Limits.RANGES + " ranges", "shorter IN lists");
    }
  }

  /** Goes through all combinations of the equality values. */
  private void expand(
      KeyWriter writer,
      int shard,
      Object[] values,
      int depth,
      @Nullable Condition last,
      List<KeyRange> ranges) {
    if (depth < values.length) {
      for (Object value : conditions[depth].values) {
        values[depth] = value;
        expand(writer, shard, values, depth + 1, last, ranges);
      }
      return;
    }
    if (anyLength && !schema.format().isNative() && !canHold(writer, shard, values)) {
      return;
    }
    KeyRange range = range(writer, shard, values, last);
    if (range != null && !range.isEmpty()) {
      ranges.add(range);
    }
  }

  /** Whether any key has these leading values: none can that the format refuses to write. */
  private boolean canHold(KeyWriter writer, int shard, Object[] values) {
    try {
      start(writer, shard, values);
      return true;
    } catch (KeyValueException refused) {
      return false;
    }
  }

  private @Nullable KeyRange range(
      KeyWriter writer, int shard, Object[] values, @Nullable Condition last) {
    start(writer, shard, values);
    if (last == null) {
      return KeyRange.of(writer.prefixStart(), writer.prefixEnd());
    }
    if (last.beginning != null) {
      return writer.beginningWith(last.beginning);
    }
    if (last.lower != null || last.upper != null) {
      writer.checkOrdered(values.length);
    }
    byte[] from = writer.presentStart();
    byte[] to = writer.presentEnd();
    boolean descending = schema.field(values.length).order().isDescending();
    if (last.lower != null) {
      start(writer, shard, values).put(last.lower);
      if (descending) {
        to = last.lowerInclusive ? writer.prefixEnd() : writer.prefixStart();
      } else {
        from = last.lowerInclusive ? writer.prefixStart() : writer.prefixEnd();
      }
    }
    if (last.upper != null) {
      start(writer, shard, values).put(last.upper);
      if (descending) {
        from = last.upperInclusive ? writer.prefixStart() : writer.prefixEnd();
      } else {
        to = last.upperInclusive ? writer.prefixEnd() : writer.prefixStart();
      }
    }
    return from == null ? null : KeyRange.of(from, to);
  }

  private KeyWriter start(KeyWriter writer, int shard, Object[] values) {
    writer.reset();
    if (shard >= 0) {
      writer.chooseShard(shard);
    }
    for (Object value : values) {
      writer.put(value);
    }
    return writer;
  }

  /**
   * Sorts and drops doubles, which a value named twice in an IN list gives; other ranges never
   * overlap.
   */
  private static List<KeyRange> inOrder(List<KeyRange> ranges) {
    KeyRange[] sorted = ranges.toArray(new KeyRange[0]);
    Arrays.sort(sorted);
    List<KeyRange> result = new ArrayList<>(sorted.length);
    for (KeyRange range : sorted) {
      if (result.isEmpty() || !result.get(result.size() - 1).equals(range)) {
        result.add(range);
      }
    }
    return Collections.unmodifiableList(result);
  }
}
