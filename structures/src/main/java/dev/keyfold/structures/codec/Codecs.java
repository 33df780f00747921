package dev.keyfold.structures.codec;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.record.KeyCodec;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** The built-in codecs. */
public final class Codecs {
  /** As UTF-8. What is not text is refused, in either direction. */
  public static final Codec<String> STRING = Codec.of(Codecs::encodeText, Codecs::decodeText);

  /** As they are. */
  public static final Codec<byte[]> BYTES = Codec.of(byte[]::clone, bytes -> bytes);

  /** In decimal, as Redis has numbers; as keys they sort as text does. */
  public static final Codec<Long> LONG = text(Object::toString, Long::valueOf);

  /** In decimal, as Redis has numbers; as keys they sort as text does. */
  public static final Codec<Integer> INTEGER = text(Object::toString, Integer::valueOf);

  /** In decimal, as Redis has numbers; as keys they sort as text does. */
  public static final Codec<Short> SHORT = text(Object::toString, Short::valueOf);

  /** In decimal, of any size. */
  public static final Codec<BigInteger> BIG_INTEGER = text(Object::toString, BigInteger::new);

  /** In decimal with its scale: 2.5 and 2.50 are different, as they are for {@code equals}. */
  public static final Codec<BigDecimal> BIG_DECIMAL = text(Object::toString, BigDecimal::new);

  /** In the form of ISO 8601, {@code 2026-01-31T08:00:00.001Z}; nothing of a second is lost. */
  public static final Codec<Instant> INSTANT = text(Instant::toString, Instant::parse);

  /** In the shortest decimal form that gives the same number back. */
  public static final Codec<Float> FLOAT = text(Object::toString, Float::valueOf);

  /** In the shortest decimal form that gives the same number back. */
  public static final Codec<Double> DOUBLE = text(Object::toString, Double::valueOf);

  /** {@code true} or {@code false}. */
  public static final Codec<Boolean> BOOLEAN = text(Object::toString, Boolean::valueOf);

  /** In its usual form of 36 characters. */
  public static final Codec<UUID> UUIDS = text(UUID::toString, UUID::fromString);

  /** In 8 bytes that sort as numbers do: for the keys of a map that is read in their order. */
  public static final Codec<Long> ORDERED_LONG =
      Codec.of(Codecs::encodeOrdered, Codecs::decodeOrdered);

  private static final Map<Class<?>, Codec<?>> BY_CLASS =
      Map.ofEntries(
          Map.entry(String.class, STRING),
          Map.entry(byte[].class, BYTES),
          Map.entry(Long.class, LONG),
          Map.entry(Integer.class, INTEGER),
          Map.entry(Short.class, SHORT),
          Map.entry(Double.class, DOUBLE),
          Map.entry(Float.class, FLOAT),
          Map.entry(BigInteger.class, BIG_INTEGER),
          Map.entry(BigDecimal.class, BIG_DECIMAL),
          Map.entry(Instant.class, INSTANT),
          Map.entry(Boolean.class, BOOLEAN),
          Map.entry(UUID.class, UUIDS));

  private Codecs() {}

  /** The constants of an enum by their names, so that their order may change. */
  public static <E extends Enum<E>> Codec<E> enums(Class<E> type) {
    return text(Enum::name, name -> Enum.valueOf(type, name));
  }

  /**
   * A record in the native key format, as rows of a table are stored: its components one after the
   * other. As keys of a map they sort by their first component, then by the second, and so on. New
   * components may be appended with {@link dev.keyfold.codec.record.Added}; {@link KeyCodec} says
   * which types there are.
   */
  public static <R extends Record> Codec<R> records(Class<R> type) {
    KeyCodec<R> codec = KeyCodec.of(type);
    return Codec.of(codec::encode, codec::decode);
  }

  /**
   * The codec of a class: a String, byte[], number, Boolean, Instant, UUID, enum or record. A
   * record is a new codec each time: keep it if it is used often.
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // the map's values are of their keys
  public static <T> Codec<T> of(Class<T> type) {
    Codec<?> codec = BY_CLASS.get(type);
    if (codec == null && type.isEnum()) {
      codec = enums((Class) type);
    }
    if (codec == null && type.isRecord()) {
      codec = records((Class) type);
    }
    if (codec == null) {
      throw new IllegalArgumentException(
          "there is no codec for "
              + type.getName()
              + "; there is one for String, byte[], Long, Integer, Short, Double, Float,"
              + " BigInteger, BigDecimal, Boolean, Instant, UUID, enums and records: give a codec"
              + " instead, such as JacksonCodec.of(new ObjectMapper(), "
              + type.getSimpleName()
              + ".class)");
    }
    return (Codec<T>) codec;
  }

  private static <T> Codec<T> text(Function<T, String> write, Function<String, T> read) {
    return Codec.of(
        value -> write.apply(value).getBytes(StandardCharsets.ISO_8859_1),
        bytes -> read.apply(new String(bytes, StandardCharsets.ISO_8859_1)));
  }

  private static byte[] encodeText(String text) {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] array = new byte[bytes.remaining()];
      bytes.get(array);
      return array;
    } catch (CharacterCodingException failure) {
      throw new IllegalArgumentException("a string with half a character cannot be kept", failure);
    }
  }

  private static String decodeText(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException failure) {
      throw new IllegalArgumentException(
          "these bytes are not UTF-8: " + Bytes.toHex(bytes), failure);
    }
  }

  private static byte[] encodeOrdered(long value) {
    byte[] bytes = new byte[Long.BYTES];
    Bytes.putLong(bytes, 0, value ^ Long.MIN_VALUE);
    return bytes;
  }

  private static Long decodeOrdered(byte[] bytes) {
    if (bytes.length != Long.BYTES) {
      throw new IllegalArgumentException("an ordered long has 8 bytes; found " + bytes.length);
    }
    return Bytes.getLong(bytes, 0) ^ Long.MIN_VALUE;
  }
}
