package dev.keyfold.codec.guess;

import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeyType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Fields of native keys. A marker before a nullable one tells them from the others. */
final class NativeGrammar extends Grammar {
  private static final Map<KeyType, Double> PRICES = prices();

  private static final int NULL_FIRST = 1;
  private static final int NULL_LAST = 3;

  NativeGrammar() {
    super(KeyFormats.NATIVE, null);
  }

  private static Map<KeyType, Double> prices() {
    Map<KeyType, Double> prices = new LinkedHashMap<>();
    prices.put(KeyType.STRING, 16.0);
    prices.put(KeyType.INT64, 18.0);
    prices.put(KeyType.TIMESTAMP, 18.0);
    prices.put(KeyType.UUID, 18.0);
    prices.put(KeyType.INT32, 20.0);
    prices.put(KeyType.UINT64, 22.0);
    prices.put(KeyType.UINT32, 22.0);
    prices.put(KeyType.DATE, 24.0);
    prices.put(KeyType.BOOL, 24.0);
    prices.put(KeyType.DOUBLE, 24.0);
    prices.put(KeyType.DECIMAL, 24.0);
    prices.put(KeyType.INTEGER, 24.0);
    prices.put(KeyType.UINT16, 26.0);
    prices.put(KeyType.INT16, 26.0);
    prices.put(KeyType.TIMESTAMP_MICROS, 26.0);
    prices.put(KeyType.TIMESTAMP_NANOS, 26.0);
    prices.put(KeyType.FLOAT, 28.0);
    prices.put(KeyType.TIME, 28.0);
    prices.put(KeyType.UINT8, 30.0);
    prices.put(KeyType.INT8, 30.0);
    prices.put(KeyType.BYTES, 36.0);
    return prices;
  }

  @Override
  List<Option> options(byte[][] keys, int[] offsets) {
    boolean first = false;
    boolean last = false;
    boolean marked = true;
    for (int i = 0; i < keys.length && marked; i++) {
      int marker = offsets[i] < keys[i].length ? keys[i][offsets[i]] : 0;
      marked = marker >= NULL_FIRST && marker <= NULL_LAST;
      first |= marker == NULL_FIRST;
      last |= marker == NULL_LAST;
    }
    List<Option> options = new ArrayList<>();
    PRICES.forEach((type, price) -> addBoth(options, type, price));
    for (int width : byteWidths(keys, offsets, 0)) {
      add(options, KeyType.bytes(width), KeyOrder.ASC, 38);
    }
    if (marked && !(first && last)) {
      boolean nullsLast = last;
      PRICES.forEach(
          (type, price) -> {
            add(options, type, KeyOrder.of(false, true, nullsLast), price);
            add(options, type, KeyOrder.of(true, true, nullsLast), price);
          });
      for (int width : byteWidths(keys, offsets, 1)) {
        add(options, KeyType.bytes(width), KeyOrder.of(false, true, nullsLast), 38);
      }
    }
    return options;
  }

  /** Text and bytes end in a zero byte, which is the first one; descending in FF. */
  @Override
  boolean mayEnd(Option option, byte[] key, int offset, boolean last) {
    KeyType.Kind kind = option.type.kind();
    if (kind == KeyType.Kind.DATE) {
      return last ? key.length - offset == 4 : key.length - offset >= 4;
    }
    if (kind != KeyType.Kind.STRING && kind != KeyType.Kind.BYTES) {
      return true;
    }
    byte end = (byte) (option.order.isDescending() ? 0xFF : 0);
    if (last && key[key.length - 1] != end) {
      return false;
    }
    for (int i = offset; i < key.length; i++) {
      if (key[i] == end) {
        return !last || i == key.length - 1;
      }
    }
    return false;
  }
}
