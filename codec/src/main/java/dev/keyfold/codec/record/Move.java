package dev.keyfold.codec.record;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Map;
import java.util.UUID;

/**
 * The accessors of a component: the put of a writer, the get of a reader, and the class that both
 * take or give. That is the component's own class, {@code long} for the integer types, or Object
 * for what {@link RecordConversions} must turn first.
 */
record Move(String put, String get, Class<?> carried) {
  /** Component classes with a put and a get of their own, which also handle null. */
  private static final Map<Class<?>, Move> OWN =
      Map.ofEntries(
          own(boolean.class, "Boolean"),
          own(float.class, "Float"),
          own(double.class, "Double"),
          own(String.class, "String"),
          own(byte[].class, "Bytes"),
          own(UUID.class, "Uuid"),
          own(BigInteger.class, "Integer"),
          own(BigDecimal.class, "Decimal"),
          own(Instant.class, "Instant"),
          own(LocalDate.class, "Date"),
          own(LocalTime.class, "Time"));

  private static final Move LONG = new Move("putLong", "getLong", long.class);
  private static final Move BITS = new Move("putUnsignedLong", "getUnsignedLong", long.class);
  private static final Move OBJECT = new Move("put", "get", Object.class);

  private static Map.Entry<Class<?>, Move> own(Class<?> type, String name) {
    return Map.entry(type, new Move("put" + name, "get" + name, type));
  }

  static Move of(Class<?> type, boolean unsigned) {
    if (type.isPrimitive() && !OWN.containsKey(type)) {
      return unsigned && type == long.class ? BITS : LONG;
    }
    return OWN.getOrDefault(type, OBJECT);
  }

  /** Whether the object must be converted on its way. */
  boolean isConverted() {
    return carried == Object.class;
  }
}
