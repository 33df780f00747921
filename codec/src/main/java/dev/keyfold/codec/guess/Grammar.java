package dev.keyfold.codec.guess;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields that a format may have at a place of its keys, and how they are read. */
abstract class Grammar {
  /** What being unable to read is. */
  static final int NO = -1;

  /** The price of a descending field: they are rarer than ascending ones. */
  static final double DESCENDING = 6;

  /** The price of a nullable field. */
  static final double NULLABLE = 8;

  /** A field that may be next. */
  static final class Option {
    final KeyType type;
    final KeyOrder order;
    final double price;

    /** Reads it before another field, and as the last one. */
    final KeyReader inner;

    final KeyReader last;

    /** Bytes of every value, 0 if they differ. */
    final int width;

    Option(KeyType type, KeyOrder order, double price, KeyReader inner, KeyReader last) {
      this.type = type;
      this.order = order;
      this.price = price;
      this.inner = inner;
      this.last = last;
      this.width = width(type);
    }

    private static int width(KeyType type) {
      return switch (type.kind()) {
        case BOOL, INT8, UINT8 -> 1;
        case INT16, UINT16 -> 2;
        case INT32, UINT32, FLOAT -> 4;
        case TIME -> 6;
        case INT64, UINT64, DOUBLE, TIMESTAMP_MILLIS, TIMESTAMP_MICROS -> 8;
        case TIMESTAMP_NANOS -> 12;
        case UUID -> 16;
        case FIXED_BYTES -> type.size();
        default -> 0; // a date has 4 bytes in one format and 8 in another
      };
    }
  }

  private final KeyFormat format;
  private final @Nullable KeyField follower;
  private final Map<String, Option> made = new HashMap<>();

  /**
   * @param follower a field that any other may follow; null if a field is read the same whether one
   *     follows it or not
   */
  Grammar(KeyFormat format, @Nullable KeyField follower) {
    this.format = format;
    this.follower = follower;
  }

  KeyFormat format() {
    return format;
  }

  /** The format of a schema with these fields. */
  KeyFormat format(List<Option> fields) {
    return format;
  }

  /** Fields that may begin at these offsets of the keys. */
  abstract List<Option> options(byte[][] keys, int[] offsets);

  /**
   * Reads a field and writes its value.
   *
   * @param last whether the key must end after it
   * @return where the next one begins, {@link #NO} if it does not exist
   */
  int read(Option option, byte[] key, int offset, boolean last, @Nullable Object[] values, int at) {
    if (!mayBe(option, key, offset, last)) {
      return NO;
    }
    KeyReader reader = last ? option.last : option.inner;
    try {
      reader.reset(key, offset, key.length - offset);
      values[at] = reader.get();
      int next = offset + reader.offset();
      return last && next != key.length ? NO : next;
    } catch (KeyException e) {
      return NO;
    }
  }

  /**
   * Whether bytes could be a field, as far as that is seen without a reader: most attempts fail,
   * and an exception for each would be most of the work.
   */
  private boolean mayBe(Option option, byte[] key, int offset, boolean last) {
    int left = key.length - offset;
    if (option.order.isNullable()) {
      return true;
    }
    if (option.width > 0) {
      return (last ? left == option.width : left >= option.width) && isInRange(option, key, offset);
    }
    return left > 0 && mayEnd(option, key, offset, last);
  }

  /** Whether the bytes of a fixed-width field may be a value of it. */
  boolean isInRange(Option option, byte[] key, int offset) {
    int flip = option.order.isDescending() ? 0xFF : 0;
    int first = (key[offset] & 0xFF) ^ flip;
    return switch (option.type.kind()) {
      case BOOL -> first <= 1;
      case TIME -> first <= 0x4E; // 86,400 seconds in nanoseconds are 4e94914f0000
      default -> true;
    };
  }

  /** Whether a field that tells its own end may do so there. */
  boolean mayEnd(Option option, byte[] key, int offset, boolean last) {
    return true;
  }

  /** The option, made once; null if the format refuses it. */
  final @Nullable Option option(KeyType type, KeyOrder order, double price) {
    String name = type + " " + order;
    Option known = made.get(name);
    if (known == null) {
      KeyField field = new KeyField("f", type, order);
      KeySchema alone = Draft.schema(format, List.of(field));
      KeySchema before = follower == null ? alone : Draft.schema(format, List.of(field, follower));
      if (alone == null) {
        return null;
      }
      KeyReader last = alone.newReader();
      double whole =
          1.5 * price
              + (order.isDescending() ? DESCENDING : 0)
              + (order.isNullable() ? NULLABLE + (order.isNullsLast() ? 2 : 0) : 0);
      known = new Option(type, order, whole, before == null ? last : before.newReader(), last);
      made.put(name, known);
    }
    return known;
  }

  /** Adds the option if the format has it. */
  final void add(List<Option> options, KeyType type, KeyOrder order, double price) {
    Option option = option(type, order, price);
    if (option != null) {
      options.add(option);
    }
  }

  /** Adds it ascending and descending. */
  final void addBoth(List<Option> options, KeyType type, double price) {
    add(options, type, KeyOrder.ASC, price);
    add(options, type, KeyOrder.DESC, price);
  }

  /**
   * Widths of fields of bytes that are worth a try: usual ones, and all that is left.
   *
   * @param marker bytes before a value that may be null, 0 for others
   */
  static List<Integer> byteWidths(byte[][] keys, int[] offsets, int marker) {
    int least = Integer.MAX_VALUE;
    int most = 0;
    for (int i = 0; i < keys.length; i++) {
      least = Math.min(least, keys[i].length - offsets[i]);
      most = Math.max(most, keys[i].length - offsets[i]);
    }
    List<Integer> widths = new ArrayList<>();
    for (int width : new int[] {3, 5, 6, 12, 16, 20, 32}) {
      if (width <= (marker > 0 ? most : least)) {
        widths.add(width);
      }
    }
    int rest = most - marker;
    if ((least == most || marker > 0) && rest > 0 && !widths.contains(rest)) {
      widths.add(rest);
    }
    return widths;
  }
}
