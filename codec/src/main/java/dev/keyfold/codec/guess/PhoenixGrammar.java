package dev.keyfold.codec.guess;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.bytes.Bytes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Columns of Phoenix row keys. Nullable ones after the last value of a key are not there. */
final class PhoenixGrammar extends Grammar {
  private static final KeyFormat RAW = KeyFormats.named("phoenix:varbinary");
  private static final int LONGEST_CHAR = 40;
  private static final Map<KeyType, Double> FIXED = fixed();
  private static final Map<KeyType, Double> VARIABLE = variable();

  /** The last column as VARBINARY: whatever is left. */
  private final Option rest;

  PhoenixGrammar() {
    super(KeyFormats.PHOENIX, new KeyField("follower", KeyType.STRING, KeyOrder.ASC_NULLS_FIRST));
    Option bytes = option(KeyType.BYTES, KeyOrder.ASC, 36);
    if (bytes == null) {
      throw new IllegalStateException("phoenix has bytes");
    }
    this.rest = new Option(KeyType.BYTES, KeyOrder.ASC, 70, bytes.inner, bytes.last);
  }

  private static Map<KeyType, Double> fixed() {
    Map<KeyType, Double> prices = new LinkedHashMap<>();
    prices.put(KeyType.INT64, 18.0);
    prices.put(KeyType.TIMESTAMP, 18.0);
    prices.put(KeyType.INT32, 20.0);
    prices.put(KeyType.UINT64, 22.0);
    prices.put(KeyType.UINT32, 22.0);
    prices.put(KeyType.DATE, 24.0);
    prices.put(KeyType.BOOL, 24.0);
    prices.put(KeyType.DOUBLE, 24.0);
    prices.put(KeyType.UINT16, 26.0);
    prices.put(KeyType.INT16, 26.0);
    prices.put(KeyType.TIMESTAMP_NANOS, 26.0);
    prices.put(KeyType.FLOAT, 28.0);
    prices.put(KeyType.UINT8, 30.0);
    prices.put(KeyType.INT8, 30.0);
    return prices;
  }

  private static Map<KeyType, Double> variable() {
    Map<KeyType, Double> prices = new LinkedHashMap<>();
    prices.put(KeyType.STRING, 16.0);
    prices.put(KeyType.DECIMAL, 24.0);
    prices.put(KeyType.BYTES, 36.0);
    return prices;
  }

  @Override
  KeyFormat format(List<Option> fields) {
    return fields.contains(rest) ? RAW : format();
  }

  @Override
  List<Option> options(byte[][] keys, int[] offsets) {
    List<Option> options = new ArrayList<>();
    FIXED.forEach((type, price) -> addBoth(options, type, price));
    VARIABLE.forEach(
        (type, price) -> {
          addBoth(options, type, price);
          add(options, type, KeyOrder.ASC_NULLS_FIRST, price);
          add(options, type, KeyOrder.DESC_NULLS_FIRST, price);
        });
    for (int width : byteWidths(keys, offsets, 0)) {
      add(options, KeyType.bytes(width), KeyOrder.ASC, 38);
    }
    for (KeyOrder order : List.of(KeyOrder.ASC, KeyOrder.DESC)) {
      int text = Math.min(LONGEST_CHAR, printable(keys, offsets, order.isDescending() ? -1 : 0));
      for (int width = Math.max(1, text - 2); width <= text; width++) {
        add(options, KeyType.string(width), order, 22);
      }
    }
    options.add(rest);
    return options;
  }

  /** How many characters of ASCII all keys have at their places. */
  private static int printable(byte[][] keys, int[] offsets, int mask) {
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < keys.length; i++) {
      int at = offsets[i];
      while (at < keys[i].length && isPrintable((byte) (keys[i][at] ^ mask))) {
        at++;
      }
      least = Math.min(least, at - offsets[i]);
    }
    return least;
  }

  private static boolean isPrintable(byte b) {
    return b >= 0x20 && b < 0x7F;
  }

  @Override
  int read(Option option, byte[] key, int offset, boolean last, @Nullable Object[] values, int at) {
    if (option == rest) {
      if (!last || offset == key.length) {
        return NO;
      }
      values[at] = java.util.Arrays.copyOfRange(key, offset, key.length);
      return key.length;
    }
    if (offset == key.length && option.type.kind() != Kind.STRING && !option.order.isNullable()) {
      return NO;
    }
    return super.read(option, key, offset, last, values, at);
  }

  @Override
  boolean isInRange(Option option, byte[] key, int offset) {
    int first = key[offset] ^ (option.order.isDescending() ? 0xFF : 0);
    return switch (option.type.kind()) {
      case UINT8, UINT16, UINT32, UINT64 -> (first & 0x80) == 0; // half their range
      default -> super.isInRange(option, key, offset);
    };
  }

  @Override
  boolean mayEnd(Option option, byte[] key, int offset, boolean last) {
    int left = key.length - offset;
    boolean descending = option.order.isDescending();
    switch (option.type.kind()) {
      case DATE -> {
        return (last ? left == 8 : left >= 8) && isMidnight(key, offset, descending);
      }
      case STRING -> {
        if (option.type.size() > 0) {
          return last ? left == option.type.size() : left >= option.type.size();
        }
        byte end = (byte) (descending ? 0xFF : 0);
        return !last || (key[key.length - 1] == end) == descending;
      }
      default -> {
        return true;
      }
    }
  }

  private static boolean isMidnight(byte[] key, int offset, boolean descending) {
    long millis = Bytes.getLong(key, offset) ^ Long.MIN_VALUE ^ (descending ? -1 : 0);
    return millis % 86_400_000 == 0;
  }
}
