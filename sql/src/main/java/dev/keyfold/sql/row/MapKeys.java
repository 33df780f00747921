package dev.keyfold.sql.row;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Primary keys of rows as keys of Java maps and sets. Stateless. */
public final class MapKeys {
  private MapKeys() {}

  /** A list that is equal for equal values, also for bytes and decimals. */
  public static List<Object> comparable(@Nullable Object[] key) {
    return Arrays.asList(Arrays.stream(key).map(MapKeys::comparable).toArray());
  }

  private static @Nullable Object comparable(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return ByteBuffer.wrap(bytes);
    }
    return value instanceof java.math.BigDecimal decimal ? decimal.stripTrailingZeros() : value;
  }
}
