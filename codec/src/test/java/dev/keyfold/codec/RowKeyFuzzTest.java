package dev.keyfold.codec;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.keyfold.codec.rowkey.RowKey;
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
        builder.add(parts.get(i));
      }
      if (!Arrays.equals(builder.drain(), key)) {
        throw new AssertionError(parts.toString());
      }
    } catch (KeyFormatException e) {
      // refused, as it should be
    }
  }
}
