package dev.keyfold.codec.delimited;

import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.ShardHash;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The shard of a key: a {@link ShardHash} of its printed first field, unsigned, modulo the number
 * of shards. Not thread-safe.
 */
final class ShardPrefix {
  private final ShardHash.Function hash;

  ShardPrefix(ShardHash hash) {
    this.hash = hash.newFunction();
  }

  int of(byte[] printed, int from, int to, int shards) {
    return hash.shardOf(printed, from, to, shards);
  }

  /** The shard of a key whose first field, well-formed, starts at {@code from}. */
  int of(DelimitedLayout layout, byte[] key, int from, int end, int shards) {
    Kind kind = layout.kinds[0];
    if (kind == Kind.STRING || kind == Kind.BYTES) {
      int to;
      if (layout.widths[0] > 0) {
        to = DelimitedLayout.contentEnd(key, from, from + layout.widths[0]);
      } else {
        to = layout.last == 0 ? end : layout.indexOfDelimiter(key, from, end);
      }
      if (layout.indexOfDelimiter(key, from, to) < 0) {
        return of(key, from, to, shards); // content and bytes are the same
      }
      byte[] content = layout.undoubled(key, from, to);
      return of(content, 0, content.length, shards);
    }
    long number = Bytes.getLong(key, from) ^ layout.flips[0];
    byte[] printed =
        switch (kind) {
          case UUID -> utf8(new UUID(Bytes.getLong(key, from), Bytes.getLong(key, from + 8)));
          case DECIMAL_SCALED ->
              utf8(shortest(BigDecimal.valueOf(number, layout.fields[0].type().scale())));
          default -> utf8(number);
        };
    return of(printed, 0, printed.length, shards);
  }

  /** The printed form of a value, as the package comment lists them; null for other classes. */
  static byte @Nullable [] printed(Object value) {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    String text = null;
    if (value instanceof Instant instant) {
      text = Long.toString(instant.toEpochMilli());
    } else if (value instanceof BigDecimal decimal) {
      text = shortest(decimal);
    } else if (value instanceof CharSequence
        || value instanceof UUID
        || value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      text = value.toString();
    }
    return text == null ? null : utf8(text);
  }

  private static byte[] utf8(Object value) {
    return value.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** As the specification's implementation prints the double that it has in place of a decimal. */
  private static String shortest(BigDecimal decimal) {
    BigDecimal value = decimal.stripTrailingZeros();
    long exponent = (long) value.precision() - value.scale() - 1;
    if (value.signum() == 0 || (exponent >= -4 && exponent < 6)) {
      return value.toPlainString();
    }
    BigInteger digits = value.unscaledValue();
    BigDecimal mantissa = new BigDecimal(digits, value.precision() - 1);
    long magnitude = Math.abs(exponent);
    return mantissa.toPlainString()
        + (exponent < 0 ? "e-" : "e+")
        + (magnitude < 10 ? "0" : "")
        + magnitude;
  }
}
