package dev.keyfold.structures.codec;

import dev.keyfold.codec.bytes.Bytes;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** The codecs that come with this module. */
public final class Codecs {
  /** As UTF-8. What is not text is refused, in either direction. */
  public static final Codec<String> STRING = Codec.of(Codecs::encodeText, Codecs::decodeText);

  /** As they are. */
  public static final Codec<byte[]> BYTES = Codec.of(byte[]::clone, bytes -> bytes);

  /** In decimal, as Redis has numbers; as keys they sort as text does. */
  public static final Codec<Long> LONG = text(Object::toString, Long::valueOf);

  /** In decimal, as Redis has numbers; as keys they sort as text does. */
  public static final Codec<Integer> INTEGER = text(Object::toString, Integer::valueOf);

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
      Map.of(
          String.class, STRING,
          byte[].class, BYTES,
          Long.class, LONG,
          Integer.class, INTEGER,
          Double.class, DOUBLE,
          Boolean.class, BOOLEAN,
          UUID.class, UUIDS);

  private Codecs() {}

  /** The codec of a class: String, byte[], Long, Integer, Double, Boolean or UUID. */
  @SuppressWarnings("unchecked") // the map's values are of their keys
  public static <T> Codec<T> of(Class<T> type) {
    Codec<?> codec = BY_CLASS.get(type);
    if (codec == null) {
      throw new IllegalArgumentException(
          "there is no codec for "
              + type.getName()
              + "; there is one for String, byte[], Long, Integer, Double, Boolean, UUID: give a"
              + " codec instead, such as JacksonCodec.of(new ObjectMapper(), "
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
