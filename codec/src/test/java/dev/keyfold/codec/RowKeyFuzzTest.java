package dev.keyfold.codec;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.keyfold.codec.rowkey.RowKey;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** Any bytes are a key of the schema and encode to themselves, or raise the one exception. */
class RowKeyFuzzTest {
  private static final List<KeySchema> SCHEMAS =
      List.of(
          schema("v string"),
          schema("v bytes"),
          schema("v integer"),
          schema("a bool, b int8, c uint16, d int32, e uint64"),
          schema("a int24, b uint24, c int40, d uint40, e int48, f uint48, g int56, h uint56"),
          schema("a string, b int64, c bytes"),
          schema("a integer, b bytes, c integer"));

  private static KeySchema schema(String text) {
    return KeySchema.parse(text, KeyFormats.ROWKEY);
  }

  @FuzzTest
  void anyBytes(byte[] data) {
    if (data.length == 0) {
      return;
    }
    byte[] key = Arrays.copyOfRange(data, 1, data.length);
    FormatChecks.decodeOrRefuse(SCHEMAS.get((data[0] & 0xFF) % SCHEMAS.size()), key);
    try {
      RowKey parts = new RowKey(key);
      var builder = RowKey.newKeyBuilder();
      for (int i = 0; i < parts.size(); i++) {
        builder.add(parts.slice(i));
      }
      if (!Arrays.equals(builder.drain(), key)) {
        throw new AssertionError(parts.toString());
      }
      check(parts, key);
    } catch (KeyFormatException e) {
      // refused, as it should be
    }
  }

  /** The functions on raw bytes agree with the object. */
  private static void check(RowKey parts, byte[] key) {
    List<ByteBuffer> slices = RowKey.decodeKey(key);
    int last = parts.size() - 1;
    boolean same =
        slices.size() == parts.size()
            && slices.get(last).equals(RowKey.lastKeyComponent(key))
            && RowKey.nextKeyComponent(key, parts.offset(last)) == -1;
    for (int i = 0; i <= last; i++) {
      same &= slices.get(i).equals(ByteBuffer.wrap(parts.get(i)));
      same &= i == 0 || parts.offset(i) == RowKey.nextKeyComponent(key, parts.offset(i - 1));
    }
    same &= last == 0 || RowKey.keyWithoutLastComponent(key).limit() == parts.offset(last) - 2;
    if (!same) {
      throw new AssertionError(parts.toString());
    }
  }
}
