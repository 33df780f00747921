package dev.keyfold.table.load;

import com.dynatrace.hash4j.hashing.HashStream128;
import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.ValueText;
import dev.keyfold.table.Row;
import dev.keyfold.table.schema.TableDef;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A checksum of a set of rows that does not depend on their order: the sum of a 128-bit hash
 * (MurmurHash3) of each row's values. It detects accidents, not forgery. Not thread-safe.
 */
final class RowDigest {
  private final HashStream128 stream = Hashing.murmur3_128().hashStream();
  private long high;
  private long low;

  void add(TableDef table, Row row) {
    stream.reset();
    for (int i = 0; i < table.fields().size(); i++) {
      value(table.fields().get(i).type(), row.get(i));
    }
    HashValue128 hash = stream.get();
    high += hash.getMostSignificantBits();
    low += hash.getLeastSignificantBits();
  }

  private void value(KeyType type, @Nullable Object value) {
    stream.putBoolean(value != null);
    if (value instanceof Long || value instanceof Integer) {
      stream.putLong(((Number) value).longValue());
    } else if (value instanceof String text) {
      stream.putString(text);
    } else if (value instanceof Instant instant) {
      stream.putLong(instant.getEpochSecond()).putInt(instant.getNano());
    } else if (value instanceof UUID uuid) {
      stream.putUUID(uuid);
    } else if (value instanceof byte[] bytes) {
      stream.putByteArray(bytes);
    } else if (value instanceof BigDecimal decimal) {
      stream.putString(
          type.kind() == KeyType.Kind.DECIMAL_EXACT
              ? decimal.toString()
              : decimal.stripTrailingZeros().toString()); // 2.5 and 2.50 are the same
    } else if (value instanceof List<?> list) {
      stream.putInt(list.size());
      for (int i = 0; i < list.size(); i++) {
        value(type.fields().get(Math.min(i, type.fields().size() - 1)).type(), list.get(i));
      }
    } else if (value != null) {
      stream.putString(ValueText.print(type, value));
    }
  }

  /** 32 hexadecimal digits. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%016x%016x", high, low);
  }
}
