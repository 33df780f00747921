package dev.keyfold.codec.phoenix;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import java.util.Arrays;
import java.util.Random;

/** Any bytes are a key that encodes to itself again, or are refused with the one exception. */
class PhoenixFuzzTest {
  private static final KeySchema[] SCHEMAS = schemas();

  private static KeySchema[] schemas() {
    KeySchema[] schemas = new KeySchema[256];
    // Every type once, in both directions, before something and at the end; then random ones.
    schemas[0] =
        KeySchema.parse(
            "a string null first, b decimal desc null first, c bytes null first,"
                + " d bytes desc null first, e string desc null first, f decimal null first",
            KeyFormats.PHOENIX);
    schemas[1] =
        KeySchema.parse(
            "a bool desc, b uint16, c float, d double desc, e string(3), f bytes(2), g date,"
                + " h timestamp(9) desc, i decimal(9,3)",
            KeyFormats.PHOENIX);
    schemas[2] = KeySchema.parse("a bytes desc", KeyFormats.PHOENIX);
    schemas[3] = KeySchema.parse("a decimal", KeyFormats.PHOENIX);
    schemas[4] = schemas[0].withShards(7);
    schemas[5] =
        KeySchema.parse(
            "a string null first, b bytes null first", KeyFormats.named("phoenix:varbinary"));
    schemas[6] = KeySchema.parse("a string, b list<string null first>", KeyFormats.PHOENIX);
    schemas[7] = KeySchema.parse("a list<decimal null first> desc", KeyFormats.PHOENIX);
    schemas[8] = KeySchema.parse("a string, b list<int16> desc", KeyFormats.PHOENIX);
    Random random = new Random(20_250_117L);
    for (int i = 9; i < schemas.length; i++) {
      schemas[i] = PhoenixRandom.anySchema(random);
    }
    return schemas;
  }

  /** The first byte chooses the schema, the others are the key. */
  @FuzzTest
  void anyBytes(byte[] input) {
    if (input.length > 0) {
      byte[] key = Arrays.copyOfRange(input, 1, input.length);
      PhoenixKeysTest.decodeOrRefuse(SCHEMAS[input[0] & 0xFF], key);
    }
  }
}
