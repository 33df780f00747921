package dev.keyfold.structures.codec;

import java.util.Objects;
import java.util.function.Function;

/**
 * A type as bytes. Equal values must have equal bytes, or a map will not find its keys. For several
 * threads.
 */
public interface Codec<T> {
  /** The bytes of a value, which is not null, in an array that nobody else changes. */
  byte[] encode(T value);

  /** The value of bytes that {@link #encode} gave, in an array that is the codec's to keep. */
  T decode(byte[] bytes);

  /** A codec of two functions. */
  static <T> Codec<T> of(Function<T, byte[]> encode, Function<byte[], T> decode) {
    Objects.requireNonNull(encode, "encode");
    Objects.requireNonNull(decode, "decode");
    return new Codec<>() {
      @Override
      public byte[] encode(T value) {
        return encode.apply(value);
      }

      @Override
      public T decode(byte[] bytes) {
        return decode.apply(bytes);
      }
    };
  }
}
