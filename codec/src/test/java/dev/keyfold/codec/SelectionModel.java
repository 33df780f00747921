package dev.keyfold.codec;

import dev.keyfold.codec.testing.ModelOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/**
 * A selection twice over: built for the codec, and as a filter over objects. Comparisons are about
 * values, so a descending field has the same ones; none of them holds for null.
 */
final class SelectionModel {
  final KeySchema schema;
  final KeySelection selection;
  private final List<Predicate<List<Object>>> filters = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();

  SelectionModel(KeySchema schema) {
    this.schema = schema;
    this.selection = schema.select();
  }

  /** Whether all conditions hold for a record. */
  boolean keeps(List<Object> record) {
    return filters.stream().allMatch(filter -> filter.test(record));
  }

  /** Values of the first {@code fields} fields, one or more each, picked from the records. */
  void pickEqual(int fields, List<List<Object>> records, Random random) {
    for (int i = 0; i < fields; i++) {
      List<Object> values = new ArrayList<>();
      do {
        values.add(pick(records, i, random));
      } while (random.nextInt(3) == 0);
      in(i, values);
    }
  }

  /** The value of a field in any of the records. */
  static Object pick(List<List<Object>> records, int field, Random random) {
    return records.get(random.nextInt(records.size())).get(field);
  }

  void in(int field, List<Object> values) {
    if (values.size() != 1) {
      selection.in(name(field), values);
    } else if (values.get(0) == null) {
      selection.isNull(name(field));
    } else {
      selection.eq(name(field), values.get(0));
    }
    KeyType type = schema.field(field).type();
    keep(field, "in", values, v -> values.stream().anyMatch(w -> ModelOrder.same(type, w, v)));
  }

  void isNotNull(int field) {
    selection.isNotNull(name(field));
    keep(field, "is not null", null, v -> v != null);
  }

  void lower(int field, Object bound, boolean inclusive) {
    if (inclusive) {
      selection.ge(name(field), bound);
    } else {
      selection.gt(name(field), bound);
    }
    int least = inclusive ? 0 : 1;
    keep(field, inclusive ? ">=" : ">", bound, v -> v != null && sign(field, v, bound) >= least);
  }

  void upper(int field, Object bound, boolean inclusive) {
    if (inclusive) {
      selection.le(name(field), bound);
    } else {
      selection.lt(name(field), bound);
    }
    int most = inclusive ? 0 : -1;
    keep(field, inclusive ? "<=" : "<", bound, v -> v != null && sign(field, v, bound) <= most);
  }

  void between(int field, Object low, Object high) {
    selection.between(name(field), low, high);
    keep(field, "between", low, v -> v != null && sign(field, v, low) >= 0);
    keep(field, "and", high, v -> v != null && sign(field, v, high) <= 0);
  }

  void startsWith(int field, Object prefix) {
    if (prefix instanceof String start) {
      selection.startsWith(name(field), start);
    } else {
      selection.startsWith(name(field), (byte[]) prefix);
    }
    byte[] start = content(prefix);
    keep(field, "starts with", prefix, v -> v != null && startsWith(content(v), start));
  }

  private static byte[] content(Object value) {
    return value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value;
  }

  private static boolean startsWith(byte[] content, byte[] start) {
    return content.length >= start.length
        && Arrays.equals(Arrays.copyOf(content, start.length), start);
  }

  private void keep(int field, String operator, Object value, Predicate<Object> filter) {
    filters.add(record -> filter.test(record.get(field)));
    text.append(name(field)).append(' ').append(operator).append(' ');
    text.append(Arrays.deepToString(new Object[] {value})).append(' ');
  }

  private String name(int field) {
    return schema.field(field).name();
  }

  private int sign(int field, Object a, Object b) {
    return Integer.signum(ModelOrder.compare(schema.field(field).type(), a, b));
  }

  @Override
  public String toString() {
    return text + "in " + schema + " with " + schema.shards() + "/" + schema.shardBy() + " shards";
  }
}
