package dev.keyfold.codec.testing;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Values next to a given one: where an order, a prefix or an equality is easily got wrong. */
final class NearValues {
  private NearValues() {}

  static Object near(KeyType type, Object value, Random random) {
    int step = random.nextInt(3) - 1;
    return switch (type.kind()) {
      case INT64 -> (Long) value + step; // around both ends, which is another end
      case INTEGER -> fitting((BigInteger) value, step);
      case FLOAT -> Float.intBitsToFloat(Float.floatToIntBits((Float) value) + step);
      case DOUBLE -> Double.longBitsToDouble(Double.doubleToLongBits((Double) value) + step);
      case DECIMAL, DECIMAL_EXACT -> decimal((BigDecimal) value, step, random);
      case STRING -> RandomText.fitting(type, string((String) value, random));
      case BYTES -> bytes((byte[]) value, random);
      case FIXED_BYTES -> flipped((byte[]) value, random);
      case UUID -> uuid((UUID) value, step, random);
      case TIMESTAMP_MILLIS -> Instant.ofEpochMilli(((Instant) value).toEpochMilli());
      case TIMESTAMP_NANOS -> instant((Instant) value, step);
      case LIST -> list(type.fields().get(0), (List<?>) value, random);
      case TUPLE -> tuple(type, (List<?>) value, random);
      default -> random.nextBoolean() ? value : RandomValues.next(type, random);
    };
  }

  private static BigInteger fitting(BigInteger value, int step) {
    BigInteger next = value.add(BigInteger.valueOf(step));
    return next.bitLength() > 255 * 8 ? value : next;
  }

  private static BigDecimal decimal(BigDecimal value, int step, Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> RandomDecimals.moreZeros(value, random);
      case 1 -> value.negate();
      default -> new BigDecimal(value.unscaledValue().add(BigInteger.valueOf(step)), value.scale());
    };
  }

  private static String string(String text, Random random) {
    StringBuilder changed = new StringBuilder(text);
    int choice = random.nextInt(3);
    if (choice > 0 && !text.isEmpty()) {
      changed.setLength(text.offsetByCodePoints(text.length(), -1));
    }
    return choice < 2
        ? changed.appendCodePoint(RandomText.character(random)).toString()
        : changed.toString();
  }

  private static byte[] bytes(byte[] content, Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> {
        byte[] longer = Arrays.copyOf(content, content.length + 1);
        longer[content.length] = (byte) (random.nextInt(4) - 1);
        yield longer;
      }
      case 1 -> Arrays.copyOf(content, Math.max(0, content.length - 1));
      default -> flipped(content, random);
    };
  }

  private static byte[] flipped(byte[] content, Random random) {
    byte[] changed = content.clone();
    if (changed.length > 0) {
      changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return changed;
  }

  private static UUID uuid(UUID uuid, int step, Random random) {
    long high = uuid.getMostSignificantBits();
    long low = uuid.getLeastSignificantBits();
    return random.nextBoolean() ? new UUID(high + step, low) : new UUID(high, low + step);
  }

  private static Instant instant(Instant instant, int step) {
    try {
      return instant.plusNanos(step);
    } catch (DateTimeException e) {
      return instant;
    }
  }

  private static List<Object> list(KeyField element, List<?> values, Random random) {
    List<Object> changed = new ArrayList<>(values);
    int choice = random.nextInt(3);
    if (choice == 0 || changed.isEmpty()) {
      changed.add(RandomValues.next(element, random));
    } else if (choice == 1) {
      changed.remove(changed.size() - 1);
    } else {
      int i = random.nextInt(changed.size());
      changed.set(i, RandomValues.near(element, changed.get(i), random));
    }
    return Collections.unmodifiableList(changed);
  }

  private static List<Object> tuple(KeyType type, List<?> values, Random random) {
    List<Object> changed = new ArrayList<>(values);
    int i = random.nextInt(changed.size());
    changed.set(i, RandomValues.near(type.fields().get(i), changed.get(i), random));
    return Collections.unmodifiableList(changed);
  }
}
