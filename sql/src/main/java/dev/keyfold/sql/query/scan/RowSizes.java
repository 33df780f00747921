package dev.keyfold.sql.query.scan;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/** About how many bytes of memory values take. */
public final class RowSizes {
  private RowSizes() {}

  /** Of an array with its values. */
  public static long of(@Nullable Object[] row) {
    long bytes = 16 + 8L * row.length;
    for (Object value : row) {
      bytes += ofValue(value);
    }
    return bytes;
  }

  /** Of one value, or of a row in whatever form generated code has it. */
  public static long ofValue(@Nullable Object value) {
    if (value == null) {
      return 0;
    }
    if (value instanceof String text) {
      return 48L + text.length();
    }
    if (value instanceof BigDecimal) {
      return 40;
    }
    if (value instanceof ByteString bytes) {
      return 40L + bytes.length();
    }
    if (value instanceof Object[] array) {
      return of(array);
    }
    if (value instanceof List<?> list) {
      return of(list.toArray());
    }
    return 24;
  }
}
