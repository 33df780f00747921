package dev.keyfold.codec.guess;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.tuple.Tuples;
import dev.keyfold.codec.tuple.Versionstamp;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** FoundationDB tuples: the items say their types, a schema is what they have in common. */
final class TupleGuess {
  private TupleGuess() {}

  static List<Draft> drafts(byte[][] keys) {
    List<List<Object>> rows = new ArrayList<>();
    for (byte[] key : keys) {
      try {
        List<Object> items = Tuples.unpack(key);
        if (items.isEmpty() || (!rows.isEmpty() && items.size() != rows.get(0).size())) {
          return List.of();
        }
        rows.add(items);
      } catch (KeyException e) {
        return List.of();
      }
    }
    List<Draft.Slot> slots = new ArrayList<>();
    double bits = 0;
    for (int i = 0; i < rows.get(0).size(); i++) {
      List<@Nullable Object> column = new ArrayList<>();
      for (List<Object> row : rows) {
        column.add(row.get(i));
      }
      Draft.Slot slot = slot(column);
      if (slot == null) {
        return List.of();
      }
      slots.add(slot);
      bits += bits(slot.type(), column) + 16 + (slot.order().isNullable() ? 8 : 0);
    }
    return List.of(new Draft(KeyFormats.TUPLE, slots, bits, false));
  }

  private static double bits(KeyType type, List<@Nullable Object> column) {
    @Nullable Object[] values = column.toArray();
    int bytes = 0;
    for (Object value : values) {
      bytes += value == null ? 0 : Tuples.pack(List.of(value)).length - 1;
    }
    return FieldCost.of(type, values, bytes);
  }

  /** The field that all items of a column fit; null if none does. */
  private static Draft.@Nullable Slot slot(List<@Nullable Object> column) {
    boolean nullable = column.contains(null);
    KeyType type = null;
    for (Object value : column) {
      if (value != null) {
        KeyType one = type(value);
        type = type == null ? one : one == null ? null : common(type, one);
        if (type == null) {
          return null;
        }
      }
    }
    return new Draft.Slot(
        type == null ? KeyType.STRING : type, nullable ? KeyOrder.ASC_NULLS_FIRST : KeyOrder.ASC);
  }

  private static @Nullable KeyType type(Object value) {
    if (value instanceof String) {
      return KeyType.STRING;
    } else if (value instanceof Long) {
      return KeyType.INT64;
    } else if (value instanceof BigInteger) {
      return KeyType.INTEGER;
    } else if (value instanceof byte[]) {
      return KeyType.BYTES;
    } else if (value instanceof Boolean) {
      return KeyType.BOOL;
    } else if (value instanceof Float) {
      return KeyType.FLOAT;
    } else if (value instanceof Double) {
      return KeyType.DOUBLE;
    } else if (value instanceof UUID) {
      return KeyType.UUID;
    } else if (value instanceof List<?> items) {
      return nested(items);
    }
    return value instanceof Versionstamp ? null : KeyType.BYTES;
  }

  /** A list if its items have one type, else a tuple. */
  private static @Nullable KeyType nested(List<?> items) {
    List<@Nullable Object> column = new ArrayList<>(items);
    Draft.Slot element = column.isEmpty() ? null : slot(column);
    if (column.isEmpty()) {
      return KeyType.list(KeyType.STRING, KeyOrder.ASC);
    }
    if (element != null) {
      return KeyType.list(element.type(), element.order());
    }
    List<KeyField> fields = new ArrayList<>();
    for (Object item : column) {
      List<@Nullable Object> alone = new ArrayList<>();
      alone.add(item);
      Draft.Slot slot = slot(alone);
      if (slot == null) {
        return null;
      }
      fields.add(new KeyField("t" + (fields.size() + 1), slot.type(), slot.order()));
    }
    return KeyType.tuple(fields);
  }

  private static @Nullable KeyType common(KeyType a, KeyType b) {
    if (a.equals(b)) {
      return a;
    }
    boolean integers =
        (a.equals(KeyType.INT64) || a.equals(KeyType.INTEGER))
            && (b.equals(KeyType.INT64) || b.equals(KeyType.INTEGER));
    if (integers) {
      return KeyType.INTEGER;
    }
    return nestedCommon(a, b);
  }

  private static @Nullable KeyType nestedCommon(KeyType a, KeyType b) {
    if (a.kind() != b.kind() || a.fields().isEmpty() || a.fields().size() != b.fields().size()) {
      return null;
    }
    List<KeyField> fields = new ArrayList<>();
    for (int i = 0; i < a.fields().size(); i++) {
      KeyField x = a.fields().get(i);
      KeyField y = b.fields().get(i);
      KeyType type = common(x.type(), y.type());
      if (type == null) {
        return null;
      }
      boolean nullable = x.order().isNullable() || y.order().isNullable();
      KeyOrder order = nullable ? KeyOrder.ASC_NULLS_FIRST : KeyOrder.ASC;
      if (a.kind() == KeyType.Kind.LIST) {
        return KeyType.list(type, order);
      }
      fields.add(new KeyField("t" + (i + 1), type, order));
    }
    return KeyType.tuple(fields);
  }
}
