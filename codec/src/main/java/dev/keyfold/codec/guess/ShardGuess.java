package dev.keyfold.codec.guess;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.bytes.XxHash64;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds how many shards keys have. The shard is a hash modulo the count, so the right count is the
 * smallest one whose shards are those of all keys; readers check them.
 */
final class ShardGuess {
  private static final int FEWEST_KEYS = 8;

  /** Keys whose shards are compared before the others. */
  private static final int FIRST = 6;

  /** Digits after the point that scaled decimals may have. */
  private static final int MOST_DIGITS = 9;

  private ShardGuess() {}

  /** Whether numbers in front of the keys could be shards: spread evenly from 0 on. */
  static boolean isPlausible(byte[][] keys, int width) {
    if (keys.length < FEWEST_KEYS) {
      return false;
    }
    double sum = 0;
    int most = 0;
    int least = Integer.MAX_VALUE;
    for (byte[] key : keys) {
      if (key.length <= width) {
        return false;
      }
      int shard = number(key, width);
      sum += shard;
      most = Math.max(most, shard);
      least = Math.min(least, shard);
    }
    double mean = sum / keys.length / Math.max(1, most);
    return most > least && mean > 0.08 && mean < 0.92 && least <= most / 2;
  }

  private static int number(byte[] key, int width) {
    return width == 1 ? key[0] & 0xFF : (key[0] & 0xFF) << 8 | (key[1] & 0xFF);
  }

  /**
   * The schema with its shards; null if no count explains the first bytes.
   *
   * @param width of the number in bytes
   */
  static @Nullable KeySchema find(KeySchema schema, byte[][] keys, int width) {
    int most = 0;
    for (byte[] key : keys) {
      most = Math.max(most, number(key, width));
    }
    if (schema.format().equals(KeyFormats.NATIVE)) {
      return ofHashes(schema, keys, most);
    }
    int end = Math.min(width == 1 ? 256 : Limits.SHARDS, 3 * most + 64);
    for (KeyFormat format : formats(schema.format())) {
      for (KeySchema of : printings(format, schema)) {
        for (int count = most + 1; count <= end; count++) {
          KeySchema sharded = of.withShards(count);
          if (reads(sharded, keys)) {
            return sharded;
          }
        }
      }
    }
    return null;
  }

  /** The hash of delimited keys is that of a printed field: an int64 may be a scaled decimal. */
  private static List<KeySchema> printings(KeyFormat format, KeySchema schema) {
    List<KeySchema> all = new ArrayList<>();
    all.add(Objects.requireNonNull(Draft.schema(format, schema.fields())));
    KeyField first = schema.field(0);
    if (format.name().startsWith("delimited") && first.type().equals(KeyType.INT64)) {
      for (int scale = 1; scale <= MOST_DIGITS; scale++) {
        List<KeyField> fields = new ArrayList<>(schema.fields());
        fields.set(0, new KeyField(first.name(), KeyType.decimal(18, scale), first.order()));
        all.add(Objects.requireNonNull(Draft.schema(format, fields)));
      }
    }
    return all;
  }

  /** The count divides what the hash of every key exceeds its shard by. */
  private static @Nullable KeySchema ofHashes(KeySchema schema, byte[][] keys, int most) {
    KeyReader reader = schema.newReader();
    for (int by = 1; by <= schema.size(); by++) {
      BigInteger divisor = BigInteger.ZERO;
      for (byte[] key : keys) {
        reader.reset(key, 2, key.length - 2);
        for (int i = 0; i < by; i++) {
          reader.get();
        }
        long hash = XxHash64.hash(key, 2, 2 + reader.offset());
        BigInteger excess =
            new BigInteger(Long.toUnsignedString(hash))
                .subtract(BigInteger.valueOf(number(key, 2)));
        divisor = divisor.gcd(excess);
      }
      for (int count = most + 1; count <= Limits.SHARDS; count++) {
        if (divisor.mod(BigInteger.valueOf(count)).signum() == 0) {
          KeySchema sharded = schema.withShards(count, by);
          return reads(sharded, keys) ? sharded : null;
        }
        if (divisor.bitLength() < 17 && divisor.intValue() < count) {
          break;
        }
      }
    }
    return null;
  }

  /** Delimited keys have one of three hashes. */
  private static List<KeyFormat> formats(KeyFormat format) {
    String name = format.name();
    if (!name.startsWith("delimited")) {
      return List.of(format);
    }
    String delimiter = name.contains(":") ? name : name + ":1f";
    return List.of(
        format,
        KeyFormats.named(delimiter + ",hash=xxhash64"),
        KeyFormats.named(delimiter + ",hash=murmur3"));
  }

  private static boolean reads(KeySchema schema, byte[][] keys) {
    KeyReader reader = schema.newReader();
    try {
      for (int i = 0; i < Math.min(FIRST, keys.length); i++) {
        reader.reset(keys[i * (keys.length - 1) / FIRST]).getAll();
      }
      for (byte[] key : keys) {
        reader.reset(key).getAll();
      }
      return true;
    } catch (KeyException e) {
      return false;
    }
  }
}
