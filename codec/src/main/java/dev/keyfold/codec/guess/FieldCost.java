package dev.keyfold.codec.guess;

import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The description length of a field's values, in bits. Each kind of value has one model of what
 * people put into keys: instants are of our time, doubles have few digits, uuids have a version;
 * values that break the model cost more than their bytes, so that another type explains them
 * better.
 */
final class FieldCost {
  private static final Instant EARLIEST = Instant.parse("1990-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("2060-01-01T00:00:00Z");
  private static final double SMALL = 1e-9;
  private static final double LARGE = 1e15;

  /** So much of the values may be distinct where naming each once is tried. */
  private static final double REPEATED = 0.75;

  /** Places of text with frequencies of their own; later ones share theirs. */
  private static final int PLACES = 24;

  /** Bits for naming a symbol. */
  private static final double NAMED = 8;

  private FieldCost() {}

  /**
   * The bits of a field.
   *
   * @param values in the order of the keys, null where the field is
   * @param bytes how many bytes of the keys they are
   */
  static double of(KeyType type, @Nullable Object[] values, int bytes) {
    Map<Object, Integer> counts = new LinkedHashMap<>();
    int present = 0;
    for (Object value : values) {
      if (value != null) {
        counts.merge(
            value instanceof byte[] array ? ByteBuffer.wrap(array) : value, 1, Integer::sum);
        present++;
      }
    }
    double nulls =
        present == values.length
            ? 0
            : CodeLengths.adaptive(new int[] {present, values.length - present}, 2);
    if (present == 0) {
      return nulls;
    }
    List<Object> all = new ArrayList<>(present);
    for (Object value : values) {
      if (value != null) {
        all.add(value instanceof byte[] array ? ByteBuffer.wrap(array) : value);
      }
    }
    double share = 8.0 * bytes / present;
    double cost = model(type, all, share);
    if (counts.size() < REPEATED * present) {
      double named =
          model(type, new ArrayList<>(counts.keySet()), share)
              + CodeLengths.choices(counts.values(), present, counts.size());
      cost = Math.min(cost, named);
    }
    return cost + nulls;
  }

  /**
   * @param raw bits of the bytes of a value, on average
   */
  private static double model(KeyType type, List<Object> values, double raw) {
    Kind kind = type.kind();
    return switch (kind) {
      case STRING -> text(values);
      case BYTES -> bytes(values);
      case FIXED_BYTES -> Math.min(columns(values, type.size()), raw * values.size());
      case BOOL, ENUM -> values.size();
      case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, INTEGER ->
          numbers(values, raw);
      case FLOAT -> each(values, value -> decimalDigits(value, 8, 29, 40));
      case DOUBLE -> each(values, value -> decimalDigits(value, 12, 57, 72));
      case DECIMAL, DECIMAL_EXACT -> each(values, value -> decimal((BigDecimal) value, raw));
      case DECIMAL_SCALED ->
          Math.min(
              each(values, value -> decimal((BigDecimal) value, raw)),
              type.scale() == 0 ? numbers(values, raw) : Double.POSITIVE_INFINITY);
      case UUID -> each(values, value -> uuid((UUID) value));
      case DATE -> dates(values, raw);
      case TIME -> each(values, value -> time(((LocalTime) value).toNanoOfDay()));
      case TIMESTAMP_MILLIS -> instants(values, raw, 1_000_000);
      case TIMESTAMP_MICROS -> instants(values, raw, 1_000);
      case TIMESTAMP_NANOS -> instants(values, raw, 1);
      case LIST -> list(type, values, raw);
      case TUPLE -> raw * values.size();
    };
  }

  private interface Measure {
    double of(Object value);
  }

  private static double each(List<Object> values, Measure measure) {
    double bits = 0;
    for (Object value : values) {
      bits += measure.of(value);
    }
    return bits;
  }

  private static double text(List<Object> values) {
    double bits = 0;
    List<byte[]> texts = new ArrayList<>(values.size());
    for (Object value : values) {
      byte[] text = ((String) value).getBytes(StandardCharsets.UTF_8);
      for (byte b : text) {
        bits += (b >= 0 && b < 0x20) || b == 0x7F ? 8 : 0; // control characters are rare in names
      }
      texts.add(text);
    }
    return bits + Math.min(headsAndNumbers(texts), Math.min(symbols(texts), places(texts)));
  }

  /** A few words before numbers: {@code order17}, {@code session-4711}. */
  private static double headsAndNumbers(List<byte[]> texts) {
    Map<ByteBuffer, Integer> heads = new LinkedHashMap<>();
    List<byte[]> numbers = new ArrayList<>(texts.size());
    for (byte[] text : texts) {
      int digit = 0;
      while (digit < text.length && (text[digit] < '0' || text[digit] > '9')) {
        digit++;
      }
      heads.merge(ByteBuffer.wrap(Arrays.copyOf(text, digit)), 1, Integer::sum);
      numbers.add(Arrays.copyOfRange(text, digit, text.length));
    }
    if (heads.size() * 2 > texts.size()) {
      return Double.POSITIVE_INFINITY;
    }
    return symbols(heads.keySet().stream().map(ByteBuffer::array).toList())
        + CodeLengths.choices(heads.values(), texts.size(), heads.size())
        + Math.min(symbols(numbers), places(numbers));
  }

  private static double bytes(List<Object> values) {
    List<byte[]> arrays = new ArrayList<>(values.size());
    values.forEach(value -> arrays.add(((ByteBuffer) value).array()));
    return Math.min(
        plain(arrays),
        Math.min(symbols(arrays), values.size() < 4 ? plain(arrays) : places(arrays)));
  }

  /** All bytes alike, the lengths named first. */
  private static double plain(List<byte[]> arrays) {
    Map<Integer, Integer> lengths = new LinkedHashMap<>();
    double bits = 0;
    for (byte[] array : arrays) {
      bits += 8.0 * array.length;
      lengths.merge(array.length, 1, Integer::sum);
    }
    return bits + CodeLengths.choices(lengths.values(), arrays.size(), lengths.size());
  }

  /** Some bytes are more frequent than others; the end is one more symbol. */
  private static double symbols(List<byte[]> arrays) {
    int[] counts = new int[CodeLengths.SYMBOLS];
    for (byte[] array : arrays) {
      for (byte b : array) {
        counts[b & 0xFF]++;
      }
    }
    counts[CodeLengths.SYMBOLS - 1] = arrays.size();
    int used = used(counts);
    return Math.min(
        CodeLengths.adaptive(counts, CodeLengths.SYMBOLS),
        NAMED * used + CodeLengths.adaptive(counts, used));
  }

  private static int used(int[] counts) {
    int used = 0;
    for (int count : counts) {
      used += count > 0 ? 1 : 0;
    }
    return used;
  }

  /** The first places have frequencies of their own, as in {@code USR_00123}. */
  private static double places(List<byte[]> arrays) {
    int[][] counts = new int[PLACES + 1][CodeLengths.SYMBOLS];
    int longest = 0;
    for (byte[] array : arrays) {
      longest = Math.max(longest, array.length);
      for (int i = 0; i < array.length; i++) {
        counts[Math.min(i, PLACES)][array[i] & 0xFF]++;
      }
      counts[Math.min(array.length, PLACES)][CodeLengths.SYMBOLS - 1]++;
    }
    int[] all = new int[CodeLengths.SYMBOLS];
    for (int[] place : counts) {
      for (int i = 0; i < all.length; i++) {
        all[i] += place[i];
      }
    }
    int used = used(all); // named first, so that a place need not learn which symbols there are
    double bits = NAMED * used;
    for (int i = 0; i <= Math.min(longest, PLACES); i++) {
      bits += CodeLengths.adaptive(counts[i], used);
    }
    return bits;
  }

  /** The elements of all lists as one field, and how many each has. */
  private static double list(KeyType type, List<Object> values, double raw) {
    List<@Nullable Object> elements = new ArrayList<>();
    Map<Integer, Integer> lengths = new LinkedHashMap<>();
    for (Object value : values) {
      elements.addAll((List<?>) value);
      lengths.merge(((List<?>) value).size(), 1, Integer::sum);
    }
    int bytes = (int) (raw * values.size() / 8);
    return of(type.fields().get(0).type(), elements.toArray(), bytes)
        + CodeLengths.choices(lengths.values(), values.size(), lengths.size());
  }

  /** Bytes of a fixed number, each place with its own frequencies. */
  private static double columns(List<Object> values, int width) {
    double bits = 0;
    for (int i = 0; i < width; i++) {
      int[] counts = new int[256];
      for (Object value : values) {
        counts[((ByteBuffer) value).get(i) & 0xFF]++;
      }
      bits += Math.min(CodeLengths.adaptive(counts, 256), 8.0 * values.size());
    }
    return bits;
  }

  private static double numbers(List<Object> values, double raw) {
    double natural = 0;
    BigInteger least = null;
    BigInteger most = null;
    for (Object value : values) {
      BigInteger number = Objects.requireNonNull(integer(value));
      natural += CodeLengths.natural(Math.abs(number.doubleValue())) + 1;
      least = least == null || number.compareTo(least) < 0 ? number : least;
      most = most == null || number.compareTo(most) > 0 ? number : most;
    }
    if (least == null || most == null) {
      return 0;
    }
    // Between two that are named first. Exact: as doubles, neighbours of 2^63 are all equal.
    double spread = CodeLengths.log2(most.subtract(least).doubleValue() + 1);
    double range =
        values.size() * spread + CodeLengths.log2(least.abs().doubleValue() + 1) + spread + 8;
    return Math.min(natural, Math.min(raw * values.size(), range));
  }

  private static double decimalDigits(Object value, int digits, double bits, double implausible) {
    double number = ((Number) value).doubleValue();
    double magnitude = Math.abs(number);
    if (number != 0 && !(magnitude >= SMALL && magnitude <= LARGE)) {
      return implausible;
    }
    int length = value.toString().length();
    return length <= digits ? 4.0 * length : bits;
  }

  private static double decimal(BigDecimal value, double raw) {
    return Math.abs(value.scale()) > 30 || value.precision() > 38
        ? raw + 20
        : 3.4 * value.precision() + CodeLengths.natural(Math.abs(value.scale())) + 4;
  }

  private static double uuid(UUID value) {
    int version = value.version();
    return value.variant() == 2 && version >= 1 && version <= 8 ? 122.5 : 134;
  }

  private static double dates(List<Object> values, double raw) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (Object value : values) {
      double day = ((LocalDate) value).toEpochDay();
      least = Math.min(least, day);
      most = Math.max(most, day);
    }
    boolean plausible =
        least >= EARLIEST.getEpochSecond() / 86_400.0 && most <= LATEST.getEpochSecond() / 86_400.0;
    return plausible
        ? values.size() * CodeLengths.log2(most - least + 1) + 24
        : raw * values.size() + 24 + values.size();
  }

  private static double time(long nanos) {
    return nanos % 1_000_000_000 == 0
        ? 17
        : nanos % 1_000_000 == 0 ? 27 : nanos % 1_000 == 0 ? 37 : 47;
  }

  private static double instants(List<Object> values, double raw, long unitNanos) {
    Instant least = Instant.MAX;
    Instant most = Instant.MIN;
    long finest = 0;
    for (Object value : values) {
      Instant at = (Instant) value;
      least = at.isBefore(least) ? at : least;
      most = at.isAfter(most) ? at : most;
      finest |= at.getNano();
    }
    if (least.isBefore(EARLIEST) || most.isAfter(LATEST)) {
      return (raw + 2) * values.size() + 24;
    }
    double seconds = most.getEpochSecond() - least.getEpochSecond() + 1.0;
    double below = finest == 0 ? 1 : 1e9 / unitNanos;
    return values.size() * CodeLengths.log2(seconds * below) + 34;
  }

  /** For types that a wider one reads as well: the values as numbers; null if they are none. */
  static @Nullable BigInteger integer(@Nullable Object value) {
    return value instanceof BigInteger big
        ? big
        : value instanceof BigDecimal whole && whole.scale() == 0
            ? whole.unscaledValue()
            : value instanceof Long || value instanceof Integer
                ? BigInteger.valueOf(((Number) value).longValue())
                : null;
  }
}
