package dev.keyfold.structures.codec;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Any class through Jackson: JSON with an {@code ObjectMapper}, CBOR with a {@code CBORMapper}, and
 * whatever else has a mapper. Jackson is an optional dependency of this module: whoever uses this
 * class has it, and a module that does requires {@code com.fasterxml.jackson.databind}. As the key
 * of a map, a class needs a fixed order of properties.
 */
public final class JacksonCodec {
  private JacksonCodec() {}

  /** The codec of a class with that mapper. */
  @SuppressWarnings("exports") // callers require Jackson
  public static <T> Codec<T> of(ObjectMapper mapper, Class<T> type) {
    return Codec.of(value -> write(mapper, value), bytes -> read(mapper, bytes, type));
  }

  private static byte[] write(ObjectMapper mapper, Object value) {
    try {
      return mapper.writeValueAsBytes(value);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static <T> T read(ObjectMapper mapper, byte[] bytes, Class<T> type) {
    try {
      return mapper.readValue(bytes, type);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
