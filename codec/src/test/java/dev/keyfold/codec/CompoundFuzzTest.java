package dev.keyfold.codec;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.keyfold.codec.compound.CompoundKeys;
import dev.keyfold.codec.compound.ListPosition;
import java.util.Arrays;
import java.util.List;

/** Any bytes are a key of the schema and encode to themselves, or raise the one exception. */
class CompoundFuzzTest {
  private static final List<KeySchema> SCHEMAS =
      List.of(
          schema("compound", "kind string, key string, sub string"),
          schema("compound", "kind string, key string, sub double"),
          schema("compound", "kind string, key bytes, sub bytes"),
          schema("compound:unescaped", "kind string, key string, sub string"),
          schema("compound:unescaped", "kind string, key bytes, sub double"));

  private static KeySchema schema(String format, String text) {
    return KeySchema.parse(text, KeyFormats.named(format));
  }

  @FuzzTest
  void anyBytes(byte[] data) {
    if (data.length == 0) {
      return;
    }
    byte[] key = Arrays.copyOfRange(data, 1, data.length);
    FormatChecks.decodeOrRefuse(SCHEMAS.get((data[0] & 0xFF) % SCHEMAS.size()), key);
    CompoundKeys keys = (data[0] & 1) == 0 ? CompoundKeys.ESCAPED : CompoundKeys.UNESCAPED;
    try {
      keys.extractKey(key);
      keys.visibleKeys(List.of(key));
      if (!Arrays.equals(
          ListPosition.encode(ListPosition.decode(keys.extractSubKey(key))), sub(key))) {
        throw new AssertionError("another position");
      }
    } catch (KeyFormatException e) {
      // refused, as it should be
    }
  }

  private static byte[] sub(byte[] key) {
    return Arrays.copyOfRange(key, key.length - ListPosition.BYTES, key.length);
  }
}
